using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;

namespace Advisor.Core.Scaling;

/// <summary>What one minute's metrics ask for.</summary>
/// <param name="Utilization">Used / limit at the size in force now.</param>
/// <param name="Needs">Units that each limit asks for; that of the server load is what was read, not what was learned.</param>
/// <param name="Units">Units that keep every known limit, not rounded; null where nothing is known.</param>
/// <param name="ExpectedLoad">The server load that traffic and connections explain, in percent; null where they are unknown.</param>
/// <param name="MeasuredUnits">The units in force in the minute of the metrics.</param>
/// <param name="State">Whether the metrics allow to say anything.</param>
/// <param name="MayShrink">Whether every limit is known.</param>
internal readonly record struct NeedNow(
    Utilizations Utilization,
    Needs Needs,
    double? Units,
    double? ExpectedLoad,
    int MeasuredUnits,
    DataState State,
    bool MayShrink)
{
    // The published byte ceilings are for one size of message under one pattern. Where the resource's own load has been learned and leaves room,
    // they may be passed by a quarter; without that witness they stand.
    private const double CeilingsOnTheWordOfTheLoad = 1.25;
    private const int ReadingsForAWitness = 30;

    /// <summary>Learns from a minute and says what it asks for.</summary>
    public static NeedNow Of(CapacityModel model, in MetricReadings readings, int measuredUnits, int unitsNow, ref LearnedLoad load)
    {
        var demand = model.Demand(readings, measuredUnits);
        var utilization = model.Utilization(demand, unitsNow);
        var needs = model.Needs(demand);
        var traffic = needs.Inbound is { } inbound && needs.Outbound is { } outbound ? Math.Max(inbound, outbound) : (double?)null;
        if (traffic is { } bytes && needs.Connections is { } connections && readings.ServerLoad is { } seen)
        {
            load = load.Learn(bytes / measuredUnits, connections / measuredUnits, seen);
        }

        var expected = load.Expected(traffic ?? double.NaN, needs.Connections ?? double.NaN);
        var explained = double.IsNaN(expected) ? needs.ServerLoad : expected / model.Policy.ServerLoadTarget.Percent;
        var witness = load.Readings >= ReadingsForAWitness && explained is not null ? CeilingsOnTheWordOfTheLoad : 1;
        var routing = needs.Routing is { } routed && double.IsInfinity(routed) ? model.RoutingWallUnits : needs.Routing;
        var units = Greatest(explained, needs.Connections, routing, needs.Inbound / witness, needs.Outbound / witness);
        var enough = DataSufficiency.SufficesToAdvise(utilization, model.HasRoutingWall);
        return new(
            utilization,
            needs,
            units,
            double.IsNaN(expected) ? null : expected / measuredUnits,
            measuredUnits,
            enough ? DataState.Ok : DataState.InsufficientData,
            DataSufficiency.SufficesToShrink(utilization));
    }

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
