using Advisor.Core.Metrics;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>
/// Ceilings of one workload on one SKU. Immutable and safe to share; create it once per workload and SKU, since evaluating readings
/// allocates nothing.
/// </summary>
/// <remarks>
/// Shares count message events (<see cref="UseCaseTraffic"/>), so a part's bytes in a direction are proportional to share x message size x
/// messages in that direction per event. Every basic case must keep its own row, and the sum of all of them the largest inbound and the
/// largest outbound row of the edition (echo and broadcast), as the guides add up a mixed load; routing cost adds up over the parts with a
/// routing limit. A message under 1,024 B counts as 1,024 B against byte ceilings: bytes x 1,024 / size. The number of messages is bytes /
/// size, whatever the size.
/// </remarks>
public sealed partial class CapacityModel
{
    // Readings above this are treated as missing.
    private const double MaxReading = 1e15;

    private readonly CeilingCurve connections;
    private readonly CeilingCurve? inbound;
    private readonly CeilingCurve outbound;
    private readonly CeilingCurve? routing;
    private readonly RoutedBytes routed;
    private readonly double legOfInbound;
    private readonly double clientShareOfOutbound;
    private readonly double routedMessagesPerByte;
    private readonly double countedInbound;
    private readonly double countedOutbound;

    /// <param name="policyTargets">Targets of the policy; null = the defaults.</param>
    /// <param name="targets">Target of each limit for this resource; null = the targets of the policy.</param>
    /// <exception cref="ArgumentException">
    /// The edition does not cover the workload; <see cref="WorkloadCheck.FindProblems"/> returns the reasons beforehand.
    /// </exception>
    public CapacityModel(
        CapacityTable table,
        Sku sku,
        Workload workload,
        bool countsServerLeg = false,
        TargetUtilizations? policyTargets = null,
        TargetUtilizations? targets = null
    )
    {
        var problems = WorkloadCheck.FindProblems(table, workload);
        if (problems.Count > 0)
        {
            throw new ArgumentException(string.Join(" ", problems), nameof(workload));
        }

        Table = table;
        Sku = sku;
        Workload = workload;
        CountsServerLeg = countsServerLeg;
        PolicyTargets = policyTargets ?? TargetUtilizations.Default;
        Targets = targets ?? PolicyTargets;
        connections = new CeilingCurve([sku.Ladder.Max], [(double)sku.ConnectionsPerUnit * sku.Ladder.Max]);

        var mix = new WorkloadMix(table, sku, workload, countsServerLeg);
        (inbound, outbound, routing, routed) = (mix.Inbound, mix.Outbound, mix.Routing, mix.Routed.RaiseTo(Targets.Routing));
        (legOfInbound, clientShareOfOutbound) = (mix.LegOfInbound, mix.ClientShareOfOutbound);
        (routedMessagesPerByte, countedInbound, countedOutbound) = (mix.RoutedMessagesPerByte, mix.CountedInbound, mix.CountedOutbound);
    }

    public CapacityTable Table { get; }

    public Sku Sku { get; }

    /// <summary>Declared or inferred workload, by which ceilings are chosen.</summary>
    public Workload Workload { get; }

    /// <summary>Whether the traffic metrics include the leg to the app servers, which ceilings do not.</summary>
    public bool CountsServerLeg { get; }

    /// <summary>Targets of the policy; those of a resource override them.</summary>
    public TargetUtilizations PolicyTargets { get; }

    /// <summary>Target of each limit in use: utilizations, required units and limits are relative to it.</summary>
    public TargetUtilizations Targets { get; }

    /// <summary>Whether routing limits this workload (groups under 20 members, single connections).</summary>
    public bool HasRoutingWall => routing is not null;

    /// <summary>Smallest unit count at which routing reaches its ceiling on this SKU; null when routing sets no limit.</summary>
    public double? RoutingWallUnits => routing?.FindUnits(routing.Interpolate(Sku.Ladder.Max));

    /// <summary>Whether a unit carries the same of this workload on another SKU: units required of one are required of the other.</summary>
    public bool HasUnitsOf(Sku other) =>
        Sku.ConnectionsPerUnit == other.ConnectionsPerUnit && RoutingWallUnits == WithSku(other).RoutingWallUnits;

    /// <summary>Returns the model of the same workload on another SKU.</summary>
    public CapacityModel WithSku(Sku other) => new(Table, other, Workload, CountsServerLeg, PolicyTargets, Targets);

    /// <summary>
    /// Computes the client-side demand of a minute's readings. Connections follow from the quota utilization if their count is missing. A
    /// value that is negative, not finite or above 1e15 is treated as missing.
    /// </summary>
    /// <param name="measuredUnits">Units in force in the minute of the readings; server load and quota are relative to them.</param>
    public Demand ComputeDemand(in MetricReadings readings, int measuredUnits)
    {
        var inboundBytes = DiscardImplausible(readings.InboundTraffic) / 60;
        var outboundBytes = DiscardImplausible(readings.OutboundTraffic) / 60;
        return new Demand(
            DiscardImplausible(readings.ConnectionCount)
                ?? (DiscardImplausible(readings.ConnectionQuotaUtilization) / 100 * Sku.ConnectionsPerUnit * measuredUnits),
            inboundBytes * (1 - legOfInbound),
            inboundBytes is { } seen && outboundBytes is { } sent
                ? Math.Max(0, sent - (legOfInbound * seen))
                : outboundBytes * clientShareOfOutbound,
            DiscardImplausible(readings.ServerLoad) / Targets.ServerLoad.Percent * measuredUnits
        );
    }

    /// <summary>
    /// Computes used / (target x limit) of each limit at a size. A limit that does not exist (routing of an echo, inbound of a broadcast)
    /// is 0 if its metric is known.
    /// </summary>
    public PerLimit<Ratio> ComputeUtilization(in MetricReadings readings, int measuredUnits, int units) =>
        ComputeUtilization(ComputeDemand(readings, measuredUnits), units);

    /// <inheritdoc cref="ComputeUtilization(in MetricReadings, int, int)"/>
    public PerLimit<Ratio> ComputeUtilization(in Demand demand, int units) =>
        new(
            ToRatio(demand.ServerLoadUnits, units),
            ToRatio(demand.Connections, connections.Interpolate(units) * Targets.Connections.Value),
            ToRatio(demand.InboundBytes, inbound?.Interpolate(units) * Targets.Inbound.Value ?? double.PositiveInfinity),
            ToRatio(demand.OutboundBytes, outbound.Interpolate(units) * Targets.Outbound.Value),
            ToRatio(demand.InboundBytes, routing?.Interpolate(units) * Targets.Routing.Value ?? double.PositiveInfinity)
        );

    /// <summary>
    /// Returns target x limit at a size: connections, bytes per second (a message under 1,024 B counted as 1,024 B), routed messages per
    /// second; server load in percent. Null when the workload has no such limit.
    /// </summary>
    public double? ComputeTargetLimit(Limit limit, int units) =>
        limit switch
        {
            Limit.ServerLoad => Targets.ServerLoad.Percent,
            Limit.None => null,
            _ => ComputePublishedLimit(limit, units) * Targets[limit].Value,
        };

    /// <summary>
    /// Returns the limit without its target, in the unit of <see cref="ComputeTargetLimit"/>; null when there is none, and for server load,
    /// which has a target only.
    /// </summary>
    public double? ComputePublishedLimit(Limit limit, int units) =>
        limit switch
        {
            Limit.Connections => connections.Interpolate(units),
            Limit.Inbound => inbound?.Interpolate(units) * countedInbound,
            Limit.Outbound => outbound.Interpolate(units) * countedOutbound,
            Limit.Routing => routing?.Interpolate(units) * routedMessagesPerByte,
            _ => null,
        };

    /// <summary>Returns what a demand uses of a limit, in the unit of <see cref="ComputeTargetLimit"/>; null when unknown.</summary>
    public double? ComputeUsage(Limit limit, in Demand demand, int units) =>
        limit switch
        {
            Limit.ServerLoad => demand.ServerLoadUnits / units * Targets.ServerLoad.Percent,
            Limit.Connections => demand.Connections,
            Limit.Inbound => demand.InboundBytes * countedInbound,
            Limit.Outbound => demand.OutboundBytes * countedOutbound,
            Limit.Routing => demand.InboundBytes * routedMessagesPerByte,
            _ => null,
        };

    /// <summary>
    /// Returns limit - used in the unit of <see cref="ComputeTargetLimit"/>, negative beyond the limit; null when either is unknown or
    /// there is no such limit.
    /// </summary>
    public double? ComputeHeadroom(Limit limit, in Demand demand, int units) =>
        ComputeTargetLimit(limit, units) - ComputeUsage(limit, demand, units);

    private static double? DiscardImplausible(double? reading) => reading is >= 0 and <= MaxReading ? reading : null;

    private static Ratio? ToRatio(double? used, double limit) => used is { } value ? new Ratio(value / limit) : null;
}
