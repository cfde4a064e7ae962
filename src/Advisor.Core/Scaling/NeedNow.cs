using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling;

/// <summary>What one minute's metrics ask for.</summary>
/// <param name="Utilization">Used / (target x limit) at the size in force now.</param>
/// <param name="Needs">Units that each limit asks for; that of the server load is what was read, not what was learned.</param>
/// <param name="Units">Units that keep every known limit, not rounded; null where nothing is known.</param>
/// <param name="Others">Units that keep every known limit but routing; null where nothing is known.</param>
/// <param name="Exact">Units that keep every known limit but the server load; null where none of them is known.</param>
/// <param name="ServerLoad">Units that the server load counts for: as learned, or as read and at most one step; null where it is unknown or distrusted.</param>
/// <param name="RoutingWall">Units beyond which more of them route no more; null where routing sets no limit.</param>
/// <param name="ExpectedLoad">The server load that traffic and connections explain, in percent at the size of that minute; null where they are unknown.</param>
/// <param name="PriorLoad">The server load of this demand at one unit before anything is learned, in points; null where traffic or connections are unknown.</param>
/// <param name="MeasuredUnits">The units in force in the minute of the metrics.</param>
/// <param name="State">Whether the metrics allow to say anything.</param>
/// <param name="MayShrink">Whether every limit is known.</param>
internal readonly record struct NeedNow(
    Utilizations Utilization,
    Needs Needs,
    double? Units,
    double? Others,
    double? Exact,
    double? ServerLoad,
    double? RoutingWall,
    double? ExpectedLoad,
    double? PriorLoad,
    int MeasuredUnits,
    DataState State,
    bool MayShrink)
{
    // The published byte ceilings are for one size of message under one pattern. Where a day of the resource's own load leaves room,
    // they may be passed by a quarter; without that witness they stand.
    private const double CeilingsOnTheWordOfTheLoad = 1.25;

    /// <summary>Learns from a minute and says what it asks for.</summary>
    /// <param name="measuredUnits">The size in the minute of the metrics.</param>
    public static (NeedNow Need, LearnedLoad Load) Of(
        CapacityModel model, Observation observation, int measuredUnits, LearnedLoad load, PolicyParts parts = PolicyParts.All)
    {
        var readings = observation.Readings;
        var demand = model.Demand(readings, measuredUnits);
        var utilization = model.Utilization(demand, observation.Units);
        var needs = model.Needs(demand);
        var used = model.NeedsAtLimits(demand);
        var traffic = used is { Inbound: { } inbound, Outbound: { } outbound } ? Math.Max(inbound, outbound) : (double?)null;
        var expected = default(double?);
        var reading = LoadReading.Fits;
        if (traffic is { } bytes && used.Connections is { } connections)
        {
            if (readings.ServerLoad is { } seen)
            {
                (load, reading) = load.Learn(bytes / measuredUnits, connections / measuredUnits, seen);
            }

            expected = load.Expected(bytes, connections);
        }

        var explained = !parts.HasFlag(PolicyParts.LearnedLoad) ? needs.ServerLoad
            : expected is { } points ? points / model.Targets.ServerLoad.Percent
            : Alone(model.Sku.Ladder, needs.ServerLoad, measuredUnits, load);
        var witness = expected is not null && load.IsWitness ? CeilingsOnTheWordOfTheLoad : 1;
        var routing = needs.Routing is { } routed && double.IsInfinity(routed) ? model.RoutingWallUnits : needs.Routing;
        var others = Greatest(explained, needs.Connections, needs.Inbound / witness, needs.Outbound / witness);
        var exact = Greatest(needs.Connections, needs.Inbound / witness, needs.Outbound / witness, routing);
        return (new(
            utilization,
            needs,
            Greatest(others, routing),
            others,
            exact,
            explained,
            model.RoutingWallUnits,
            expected / measuredUnits,
            LearnedLoad.PriorLoad(used),
            measuredUnits,
            reading != LoadReading.Fits ? DataState.SuspectMetric
                : DataSufficiency.SufficesToAdvise(utilization, model.HasRoutingWall) ? DataState.Ok
                : DataState.InsufficientData,
            DataSufficiency.SufficesToShrink(utilization)), load);
    }

    /// <summary>A server load with nothing to hold it against asks for one step more at the most, and for nothing once it did not follow the size.</summary>
    private static double? Alone(UnitLadder ladder, double? asRead, int measuredUnits, LearnedLoad load) =>
        load.IsDistrusted || asRead is not { } need ? null : Math.Min(need, ladder.Next(measuredUnits) ?? need);

    private static double? Greatest(params ReadOnlySpan<double?> needs)
    {
        double? greatest = null;
        foreach (var need in needs)
        {
            greatest = need is { } value && !(value <= greatest) ? value : greatest;
        }

        return greatest;
    }
}
