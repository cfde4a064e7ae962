namespace Advisor.Core.Forecasting;

/// <content>The model after a reading, and after a change of the resource or of what its readings are worth.</content>
internal readonly partial record struct ServerLoadModel
{
    /// <summary>Returns the model with its initial uncertainty around the learned coefficients, for a resource that has changed.</summary>
    public ServerLoadModel Reopen() => CreateAround(PerTraffic, PerConnections) with { ResidualVariance = ResidualVariance, Run = Run };

    /// <summary>
    /// Returns the model after a scale-out that had the predicted effect: a load that nothing else explained follows the size, and is
    /// learned; a saturated one may require the next step.
    /// </summary>
    public ServerLoadModel Confirm(int units, double load) =>
        Surprises < (IsTrusted ? AcceptedAfter : 1) ? this
        : load >= SaturatedAt ? this with { SurprisedUnits = units }
        : Reopen() with { Surprises = -AcceptedAfter };

    /// <summary>Returns the model without readings that does not learn from readings such as the last ones.</summary>
    public ServerLoadModel Distrust() => new() { IsDistrusted = true, Run = Run };

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

    private ServerLoadModel AddReading(
        double traffic,
        double connections,
        double load,
        in ServerLoadRun run,
        int surprises,
        double residualVariance
    )
    {
        var (t2, cross) = (Traffic2 + (traffic * traffic / ReadingVariance), Cross + (traffic * connections / ReadingVariance));
        var c2 = Connections2 + (connections * connections / ReadingVariance);
        var (tl, cl) = (TrafficLoad + (traffic * load / ReadingVariance), ConnectionsLoad + (connections * load / ReadingVariance));
        var determinant = (t2 * c2) - (cross * cross);
        return this with
        {
            Run = run,
            Surprises = surprises,
            SurprisedUnits = 0,
            ResidualVariance = residualVariance,
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
