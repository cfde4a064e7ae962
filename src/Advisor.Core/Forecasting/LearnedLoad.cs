namespace Advisor.Core.Forecasting;

/// <summary>
/// How the server load of a resource follows its traffic and connections, learned minute by minute: load = A x traffic + B x connections,
/// both as utilizations at the size of that minute. Traffic and connections are counted exactly while the load is noisy, so the need is
/// taken from the former with what the latter taught. Recursive least squares with a prior (A 70 +- 20, B 8 +- 8, a reading +- 1.5 points).
/// </summary>
internal readonly record struct LearnedLoad
{
    private const double PriorTraffic = 70, PriorTrafficDeviation = 20, PriorConnections = 8, PriorConnectionsDeviation = 8;
    private const double ReadingVariance = 1.5 * 1.5;

    // A reading at the stop says "at least", and one that should be next to nothing teaches nothing.
    private const double SaturatedAt = 99, TeachesAbove = 3;

    public LearnedLoad()
    {
        Traffic2 = 1 / (PriorTrafficDeviation * PriorTrafficDeviation);
        Connections2 = 1 / (PriorConnectionsDeviation * PriorConnectionsDeviation);
        TrafficLoad = PriorTraffic * Traffic2;
        ConnectionsLoad = PriorConnections * Connections2;
        PerTraffic = PriorTraffic;
        PerConnections = PriorConnections;
    }

    /// <summary>Points of server load at a traffic utilization of 1.</summary>
    public double PerTraffic { get; init; }

    /// <summary>Points of server load at a connection utilization of 1.</summary>
    public double PerConnections { get; init; }

    /// <summary>Readings learned from.</summary>
    public int Readings { get; init; }

    // The normal equations: sums of products, weighted by certainty.
    internal double Traffic2 { get; init; }

    internal double Cross { get; init; }

    internal double Connections2 { get; init; }

    internal double TrafficLoad { get; init; }

    internal double ConnectionsLoad { get; init; }

    /// <summary>The load to expect at these utilizations, in points.</summary>
    public double Expected(double traffic, double connections) => (PerTraffic * traffic) + (PerConnections * connections);

    /// <summary>Learns from one minute's reading.</summary>
    public LearnedLoad Learn(double traffic, double connections, double load)
    {
        if (load >= SaturatedAt || Expected(traffic, connections) <= TeachesAbove)
        {
            return this;
        }

        var next = this with
        {
            Traffic2 = Traffic2 + (traffic * traffic / ReadingVariance),
            Cross = Cross + (traffic * connections / ReadingVariance),
            Connections2 = Connections2 + (connections * connections / ReadingVariance),
            TrafficLoad = TrafficLoad + (traffic * load / ReadingVariance),
            ConnectionsLoad = ConnectionsLoad + (connections * load / ReadingVariance),
            Readings = Readings + 1,
        };
        return next.Solved();
    }

    private LearnedLoad Solved()
    {
        var determinant = (Traffic2 * Connections2) - (Cross * Cross);
        return this with
        {
            PerTraffic = Math.Max(((TrafficLoad * Connections2) - (ConnectionsLoad * Cross)) / determinant, 0),
            PerConnections = Math.Max(((Traffic2 * ConnectionsLoad) - (Cross * TrafficLoad)) / determinant, 0),
        };
    }
}
