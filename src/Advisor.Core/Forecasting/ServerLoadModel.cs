using Advisor.Core.Capacity;

namespace Advisor.Core.Forecasting;

/// <summary>Agreement of a server load reading with traffic and connections.</summary>
internal enum LoadAgreement
{
    /// <summary>As expected, within the noise, or nothing to compare with.</summary>
    Fits,

    /// <summary>Far from the prediction. For a few minutes treated as an outlier, after that as a change of the resource.</summary>
    Surprising,

    /// <summary>The same, and far below the prediction, which then requires one step more at most.</summary>
    SurprisinglyLow,

    /// <summary>Above the target and far above the prediction: it may require one step, and is not learned.</summary>
    Unexplained,

    /// <summary>High with next to no traffic and connections, which no application causes, or the same at any traffic.</summary>
    Contradictory,
}

/// <summary>
/// Linear model of a resource's server load, learned minute by minute: load = A x traffic + B x connections, both as utilizations at the
/// size of that minute. Traffic and connections are counted exactly while the load is noisy, so required units are computed from the former
/// with these coefficients. Recursive least squares with a prior (A 70 +- 20, B 8 +- 8, a reading +- 1.5 points).
/// </summary>
internal readonly partial record struct ServerLoadModel
{
    private const double PriorTraffic = 70,
        PriorTrafficDeviation = 20,
        PriorConnections = 8,
        PriorConnectionsDeviation = 8;
    private const double ReadingVariance = 1.5 * 1.5;

    // A saturated reading is only a lower bound, and one that should be near zero carries no information.
    internal const double SaturatedAt = 99;

    private const double TeachesAbove = 3;

    // Threshold of a surprising reading: in points, and in standard deviations of the readings so far.
    private const double SurprisingPoints = 15,
        SurprisingDeviations = 6,
        DeviationWeight = 0.01;
    private const int TrustedAfter = 30,
        BelievedAfter = 5,
        WitnessAfter = 1440;

    // Below these utilizations a surprisingly high load has no plausible cause.
    private const double LittleTraffic = 0.15,
        FewConnections = 0.25,
        ContradictsAbove = 30,
        HarmlessBelow = 60;

    public ServerLoadModel()
    {
        this = CreateAround(PriorTraffic, PriorConnections);
        ResidualVariance = ReadingVariance;
    }

    /// <summary>Points of server load at a traffic utilization of 1.</summary>
    public double PerTraffic { get; init; }

    /// <summary>Points of server load at a connection utilization of 1.</summary>
    public double PerConnections { get; init; }

    /// <summary>Number of readings learned from.</summary>
    public int Readings { get; init; }

    /// <summary>Running mean of the squared residuals, in points squared.</summary>
    public double ResidualVariance { get; init; }

    /// <summary>Number of consecutive surprising readings; negative: of readings that are learned as they are.</summary>
    public int Surprises { get; init; }

    /// <summary>Units at the first of them, or at the last size that confirmed them; 0 where there is none.</summary>
    public int SurprisedUnits { get; init; }

    /// <summary>Newest readings that are the same.</summary>
    internal ServerLoadRun Run { get; init; }

    /// <summary>
    /// Whether readings failed to follow a scale-out: a value that is constant at any size is a broken metric, and following it would buy
    /// every available unit. Learning stops until a reading agrees with the prior again or is harmless.
    /// </summary>
    public bool IsDistrusted { get; init; }

    // Normal equations: sums of products, weighted by certainty.
    internal double Traffic2 { get; init; }

    internal double Cross { get; init; }

    internal double Connections2 { get; init; }

    internal double TrafficLoad { get; init; }

    internal double ConnectionsLoad { get; init; }

    /// <summary>Whether enough readings were learned for the model to be preferred to the prior.</summary>
    public bool IsTrusted => Readings >= TrustedAfter;

    /// <summary>
    /// Whether a day of readings fitted, so that the model may override the published ceilings. An hour at one level says little about
    /// other levels.
    /// </summary>
    public bool IsWitness => Readings >= WitnessAfter;

    /// <summary>Predicts the load at these utilizations, in points.</summary>
    public double Predict(double traffic, double connections) => (PerTraffic * traffic) + (PerConnections * connections);

    /// <summary>Classifies one minute's reading and learns from it, unless it is an outlier or nothing else agrees with it.</summary>
    /// <param name="traffic">Traffic utilization at the size of that minute.</param>
    /// <param name="connections">Connection utilization at that size.</param>
    /// <param name="load">Reading in percent.</param>
    /// <param name="units">That size.</param>
    /// <param name="target">Load in percent up to which no more units are required.</param>
    public (ServerLoadModel Next, LoadAgreement Reading) Learn(double traffic, double connections, double load, int units, double target)
    {
        var expected = Predict(traffic, connections);
        var residual = load - expected;
        var seen = this with { Run = Run.Add(load, this, traffic, connections) };
        if (seen.Run.IsStuck || (load == 0 && IsTrusted && expected >= SurprisingPoints))
        {
            return (seen, LoadAgreement.Contradictory);
        }

        if (IsDistrusted)
        {
            return load < HarmlessBelow || Math.Abs(residual) <= SurprisingPoints
                ? (new ServerLoadModel() with { Run = seen.Run }, LoadAgreement.Fits)
                : (seen, LoadAgreement.Contradictory);
        }

        var far = Math.Abs(residual) > Math.Max(SurprisingPoints, SurprisingDeviations * Math.Sqrt(ResidualVariance));
        if (far && residual > 0 && load > ContradictsAbove && traffic < LittleTraffic && connections < FewConnections)
        {
            return (seen, LoadAgreement.Contradictory);
        }

        var isAbove = residual > 0 && load > target;
        if (load >= SaturatedAt ? residual >= SurprisingPoints : far && (IsTrusted || (isAbove && Surprises >= 0)))
        {
            var next = seen with { Surprises = Surprises + 1, SurprisedUnits = Surprises == 0 ? units : SurprisedUnits };
            return IsTrusted && next.Surprises < BelievedAfter
                    ? (next, residual > 0 ? LoadAgreement.Surprising : LoadAgreement.SurprisinglyLow)
                : isAbove ? (next, LoadAgreement.Unexplained)
                : (next.Reopen().AddReading(traffic, connections, load), LoadAgreement.Fits);
        }

        var fitting = seen with { Surprises = Math.Min(Surprises + 1, 0), SurprisedUnits = 0 };
        return (
            load >= SaturatedAt || expected <= TeachesAbove
                ? fitting
                : fitting.AddReading(traffic, connections, load) with
                {
                    ResidualVariance = ResidualVariance + (DeviationWeight * ((residual * residual) - ResidualVariance)),
                },
            LoadAgreement.Fits
        );
    }

    /// <summary>Returns the model with its initial uncertainty around the learned coefficients, for a resource that has changed.</summary>
    public ServerLoadModel Reopen() => CreateAround(PerTraffic, PerConnections) with { ResidualVariance = ResidualVariance, Run = Run };

    /// <summary>
    /// Returns the model after a scale-out that had the predicted effect: a load that nothing else explained follows the size, and is
    /// learned; a saturated one may require the next step.
    /// </summary>
    public ServerLoadModel Confirm(int units, double load) =>
        Surprises < (IsTrusted ? BelievedAfter : 1) ? this
        : load >= SaturatedAt ? this with { SurprisedUnits = units }
        : Reopen() with { Surprises = -BelievedAfter };

    /// <summary>Returns the model without readings that does not learn from readings such as the last ones.</summary>
    public ServerLoadModel Distrust() => new() { IsDistrusted = true, Run = Run };

    /// <summary>
    /// Returns the load at one unit according to the prior, in points: a measure of demand independent of learning. Null when the
    /// requirements are unknown.
    /// </summary>
    public static double? EstimatePriorLoad(in PerLimit<double> requiredUnitsByLimit) =>
        requiredUnitsByLimit is { Inbound: { } inbound, Outbound: { } outbound, Connections: { } connections }
            ? (PriorTraffic * Math.Max(inbound, outbound)) + (PriorConnections * connections)
            : null;

    private static ServerLoadModel CreateAround(double traffic, double connections)
    {
        const double traffic2 = 1 / (PriorTrafficDeviation * PriorTrafficDeviation);
        const double connections2 = 1 / (PriorConnectionsDeviation * PriorConnectionsDeviation);
        return default(ServerLoadModel) with
        {
            Traffic2 = traffic2,
            Connections2 = connections2,
            TrafficLoad = traffic * traffic2,
            ConnectionsLoad = connections * connections2,
            PerTraffic = traffic,
            PerConnections = connections,
        };
    }

    private ServerLoadModel AddReading(double traffic, double connections, double load)
    {
        var (t2, cross) = (Traffic2 + (traffic * traffic / ReadingVariance), Cross + (traffic * connections / ReadingVariance));
        var c2 = Connections2 + (connections * connections / ReadingVariance);
        var (tl, cl) = (TrafficLoad + (traffic * load / ReadingVariance), ConnectionsLoad + (connections * load / ReadingVariance));
        var determinant = (t2 * c2) - (cross * cross);
        return this with
        {
            Traffic2 = t2,
            Cross = cross,
            Connections2 = c2,
            TrafficLoad = tl,
            ConnectionsLoad = cl,
            Readings = Readings + 1,
            PerTraffic = Math.Max(((tl * c2) - (cl * cross)) / determinant, 0),
            PerConnections = Math.Max(((t2 * cl) - (cross * tl)) / determinant, 0),
        };
    }
}
