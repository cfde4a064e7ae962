using Advisor.Core.Capacity;

namespace Advisor.Core.Forecasting;

/// <summary>Agreement of a server load reading with traffic and connections.</summary>
internal enum LoadAgreement
{
    /// <summary>As expected, within the noise, or nothing to compare with.</summary>
    Fits,

    /// <summary>
    /// More than noise, and nothing suspect, where next to nothing goes on and nothing else was learned: it requires its units.
    /// </summary>
    Idle,

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

    // A saturated reading is only a lower bound. One that is near zero, as it should be, carries no information; one that is three standard
    // deviations above that does: bytes hide the number of short messages, and connections what opening and closing them takes. An idle
    // resource may have a load of its own, though: learned as that of its few connections, it would be ten times as much at a full size.
    internal const double SaturatedAt = 99;

    private const double TeachesAbove = 3,
        NoiseBelow = TeachesAbove + (3 * 1.5),
        IdleBelow = 0.1;

    // Threshold of a surprising reading: in points, and in standard deviations of the readings so far.
    private const double SurprisingPoints = 15,
        SurprisingDeviations = 6,
        DeviationWeight = 0.01;
    private const int TrustedAfter = 30,
        AcceptedAfter = 5,
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
        var run = Run.Add(load, this, traffic, connections);
        if (run.IsStuck || (load == 0 && IsTrusted && expected >= SurprisingPoints))
        {
            return (this with { Run = run }, LoadAgreement.Contradictory);
        }

        if (IsDistrusted)
        {
            return load < HarmlessBelow || Math.Abs(residual) <= SurprisingPoints
                ? (new ServerLoadModel() with { Run = run }, LoadAgreement.Fits)
                : (this with { Run = run }, LoadAgreement.Contradictory);
        }

        var far = Math.Abs(residual) > Math.Max(SurprisingPoints, SurprisingDeviations * Math.Sqrt(ResidualVariance));
        if (far && residual > 0 && load > ContradictsAbove && traffic < LittleTraffic && connections < FewConnections)
        {
            return (this with { Run = run }, LoadAgreement.Contradictory);
        }

        var isAbove = residual > 0 && load > target;
        if (load >= SaturatedAt ? residual >= SurprisingPoints : far && (IsTrusted || (isAbove && Surprises >= 0)))
        {
            var next = this with { Run = run, Surprises = Surprises + 1, SurprisedUnits = Surprises == 0 ? units : SurprisedUnits };
            return IsTrusted && next.Surprises < AcceptedAfter
                    ? (next, residual > 0 ? LoadAgreement.Surprising : LoadAgreement.SurprisinglyLow)
                : isAbove ? (next, LoadAgreement.Unexplained)
                : (next.Reopen().AddReading(traffic, connections, load, run, 0, ResidualVariance), LoadAgreement.Fits);
        }

        // One copy of the model, not three: most minutes end here, 20 million of them in the history of 1,000 resources.
        var surprises = Math.Min(Surprises + 1, 0);
        var teachesNothing = expected <= TeachesAbove && (load <= NoiseBelow || connections < IdleBelow);
        return (
            load >= SaturatedAt || teachesNothing
                ? this with
                {
                    Run = run,
                    Surprises = surprises,
                    SurprisedUnits = 0,
                }
                : AddReading(
                    traffic,
                    connections,
                    load,
                    run,
                    surprises,
                    ResidualVariance + (DeviationWeight * ((residual * residual) - ResidualVariance))
                ),
            teachesNothing && load > NoiseBelow && !IsTrusted ? LoadAgreement.Idle : LoadAgreement.Fits
        );
    }

    /// <summary>
    /// Returns the load at one unit according to the prior, in points: a measure of demand independent of learning. Null when the
    /// requirements are unknown.
    /// </summary>
    public static double? EstimatePriorLoad(in PerLimit<double> requiredUnitsByLimit) =>
        requiredUnitsByLimit is { Inbound: { } inbound, Outbound: { } outbound, Connections: { } connections }
            ? (PriorTraffic * Math.Max(inbound, outbound)) + (PriorConnections * connections)
            : null;
}
