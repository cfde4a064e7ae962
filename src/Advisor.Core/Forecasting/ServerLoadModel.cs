using Advisor.Core.Capacity;

namespace Advisor.Core.Forecasting;

/// <summary>How one reading of the server load agrees with traffic and connections.</summary>
internal enum LoadAgreement
{
    /// <summary>As expected, within the noise; or there is nothing to compare with.</summary>
    Fits,

    /// <summary>Far from what was learned. For a few minutes it is taken for an outlier, after that for a change of the resource.</summary>
    Surprising,

    /// <summary>High while next to nothing goes on: no application does that.</summary>
    Contradictory,
}

/// <summary>
/// How the server load of a resource follows its traffic and connections, learned minute by minute: load = A x traffic + B x connections,
/// both as utilizations at the size of that minute. Traffic and connections are counted exactly while the load is noisy, so the need is
/// taken from the former with what the latter taught. Recursive smallest squares with a prior (A 70 +- 20, B 8 +- 8, a reading +- 1.5
/// points).
/// </summary>
internal readonly record struct ServerLoadModel
{
    private const double PriorTraffic = 70,
        PriorTrafficDeviation = 20,
        PriorConnections = 8,
        PriorConnectionsDeviation = 8;
    private const double ReadingVariance = 1.5 * 1.5;

    // A reading at the stop says "at least", and one that should be next to nothing teaches nothing.
    internal const double SaturatedAt = 99;

    private const double TeachesAbove = 3;

    // A reading is a surprise that lies this far off: in points, and in standard deviations of the readings so far.
    private const double SurprisingPoints = 15,
        SurprisingDeviations = 6,
        DeviationWeight = 0.01;
    private const int TrustedAfter = 30,
        BelievedAfter = 5,
        WitnessAfter = 1440;

    // Below these utilizations a load that surprises has no cause that could be named.
    private const double LittleTraffic = 0.15,
        FewConnections = 0.25,
        ContradictsAbove = 30,
        HarmlessBelow = 60;

    public ServerLoadModel()
    {
        this = Around(PriorTraffic, PriorConnections);
        ResidualVariance = ReadingVariance;
    }

    /// <summary>Points of server load at a traffic utilization of 1.</summary>
    public double PerTraffic { get; init; }

    /// <summary>Points of server load at a connection utilization of 1.</summary>
    public double PerConnections { get; init; }

    /// <summary>Readings learned from.</summary>
    public int Readings { get; init; }

    /// <summary>Running mean of the squared distance of the readings from what was expected, in points squared.</summary>
    public double ResidualVariance { get; init; }

    /// <summary>Surprising readings in a row.</summary>
    public int Surprises { get; init; }

    /// <summary>
    /// Whether the readings did not follow a scale-out: a value that stands still whatever the size is a broken metric, and chasing it
    /// would buy every unit there is. Until one agrees with the prior again, or is harmless, none is learned from.
    /// </summary>
    public bool IsDistrusted { get; init; }

    // The normal equations: sums of products, weighted by certainty.
    internal double Traffic2 { get; init; }

    internal double Cross { get; init; }

    internal double Connections2 { get; init; }

    internal double TrafficLoad { get; init; }

    internal double ConnectionsLoad { get; init; }

    /// <summary>Whether enough readings were learned from to say more than the prior.</summary>
    public bool IsTrusted => Readings >= TrustedAfter;

    /// <summary>
    /// Whether a day of readings fitted, so that the resource's own load may speak against the published ceilings. An hour of readings at
    /// one level says little about other levels.
    /// </summary>
    public bool IsWitness => Readings >= WitnessAfter;

    /// <summary>The load to expect at these utilizations, in points.</summary>
    public double Predict(double traffic, double connections) => (PerTraffic * traffic) + (PerConnections * connections);

    /// <summary>Judges one minute's reading and learns from it, unless it is an outlier.</summary>
    public (ServerLoadModel Next, LoadAgreement Reading) Learn(double traffic, double connections, double load)
    {
        var expected = Predict(traffic, connections);
        var residual = load - expected;
        if (IsDistrusted)
        {
            return load < HarmlessBelow || Math.Abs(residual) <= SurprisingPoints
                ? (new ServerLoadModel(), LoadAgreement.Fits)
                : (this, LoadAgreement.Contradictory);
        }

        var far = Math.Abs(residual) > Math.Max(SurprisingPoints, SurprisingDeviations * Math.Sqrt(ResidualVariance));
        if (far && residual > 0 && load > ContradictsAbove && traffic < LittleTraffic && connections < FewConnections)
        {
            return (this, LoadAgreement.Contradictory);
        }

        if (far && IsTrusted && !(load >= SaturatedAt && residual < 0))
        {
            var next = this with { Surprises = Surprises + 1 };
            return next.Surprises < BelievedAfter
                ? (next, LoadAgreement.Surprising)
                : (next.Reopened().AddReading(traffic, connections, load), LoadAgreement.Fits);
        }

        return (
            (load >= SaturatedAt && residual < SurprisingPoints) || expected <= TeachesAbove
                ? this
                : AddReading(traffic, connections, load) with
                {
                    Surprises = 0,
                    ResidualVariance = ResidualVariance + (DeviationWeight * ((residual * residual) - ResidualVariance)),
                },
            LoadAgreement.Fits
        );
    }

    /// <summary>As certain as at first, around what was learned: the resource has changed, and the coefficients may move again.</summary>
    public ServerLoadModel Reopened() => Around(PerTraffic, PerConnections) with { ResidualVariance = ResidualVariance };

    /// <summary>Nothing learned, and nothing to be learned from readings like the last ones.</summary>
    public static ServerLoadModel Distrusted() => new() { IsDistrusted = true };

    /// <summary>
    /// The load of these needs at one unit as the prior has it, in points; a measure of demand that no learning moves. Null where they are
    /// unknown.
    /// </summary>
    public static double? PriorLoad(in RequiredUnitsByLimit requiredUnitsByLimit) =>
        requiredUnitsByLimit is { Inbound: { } inbound, Outbound: { } outbound, Connections: { } connections }
            ? (PriorTraffic * Math.Max(inbound, outbound)) + (PriorConnections * connections)
            : null;

    private static ServerLoadModel Around(double traffic, double connections)
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

    public void Write(BinaryWriter writer)
    {
        writer.Write(PerTraffic);
        writer.Write(PerConnections);
        writer.Write(Readings);
        writer.Write(ResidualVariance);
        writer.Write(Surprises);
        writer.Write(IsDistrusted);
        writer.Write(Traffic2);
        writer.Write(Cross);
        writer.Write(Connections2);
        writer.Write(TrafficLoad);
        writer.Write(ConnectionsLoad);
    }

    public static ServerLoadModel Read(BinaryReader reader) =>
        new()
        {
            PerTraffic = reader.ReadDouble(),
            PerConnections = reader.ReadDouble(),
            Readings = reader.ReadInt32(),
            ResidualVariance = reader.ReadDouble(),
            Surprises = reader.ReadInt32(),
            IsDistrusted = reader.ReadBoolean(),
            Traffic2 = reader.ReadDouble(),
            Cross = reader.ReadDouble(),
            Connections2 = reader.ReadDouble(),
            TrafficLoad = reader.ReadDouble(),
            ConnectionsLoad = reader.ReadDouble(),
        };
}
