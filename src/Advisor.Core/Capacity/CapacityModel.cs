using Advisor.Core.Metrics;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>
/// The ceilings of one workload on one SKU, ready for many readings: made once, kept by whoever asks often, safe to share. Asking allocates
/// nothing.
/// </summary>
/// <remarks>
/// Shares count message events (<see cref="UseCaseTraffic"/>), so a part's bytes of a direction are in proportion to share x message size x
/// messages of that direction for each event. Every basic case must keep its own row, and the sum of all of them the largest inbound and
/// the largest outbound row of the edition (echo and broadcast), as the guides add up a mixed load; routing cost adds up over the parts
/// that have a wall. A message under 1,024 B counts as
/// 1,024 B against byte ceilings: bytes x 1,024 / size; the number of messages is bytes / size whatever the size.
/// </remarks>
public sealed class CapacityModel
{
    // Readings beyond this are not of this world; they are taken as missing.
    private const double MaxReading = 1e15;

    private readonly CeilingCurve connections;
    private readonly CeilingCurve? inbound;
    private readonly CeilingCurve outbound;
    private readonly CeilingCurve? routing;
    private readonly double legOfInbound;
    private readonly double clientShareOfOutbound;
    private readonly double routedMessagesPerByte;
    private readonly double countedInbound;
    private readonly double countedOutbound;

    /// <param name="policyTargets">The targets of the policy; null = the defaults.</param>
    /// <param name="targets">How far each limit is used; null = the targets of the policy.</param>
    /// <exception cref="ArgumentException">
    /// The edition cannot speak about the workload: <see cref="WorkloadCheck.FindProblems"/> says why, beforehand.
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
        (inbound, outbound, routing) = (mix.Inbound, mix.Outbound, mix.Routing);
        (legOfInbound, clientShareOfOutbound) = (mix.LegOfInbound, mix.ClientShareOfOutbound);
        (routedMessagesPerByte, countedInbound, countedOutbound) = (mix.RoutedMessagesPerByte, mix.CountedInbound, mix.CountedOutbound);
    }

    public CapacityTable Table { get; }

    public Sku Sku { get; }

    public Workload Workload { get; }

    public bool CountsServerLeg { get; }

    /// <summary>The targets of the policy, which those of a resource override.</summary>
    public TargetUtilizations PolicyTargets { get; }

    /// <summary>How far each limit is used: utilizations, units required and limits are of the target.</summary>
    public TargetUtilizations Targets { get; }

    /// <summary>Whether routing sets a limit to this workload at all (groups under 20 members, single connections).</summary>
    public bool HasRoutingWall => routing is not null;

    /// <summary>The smallest units at which routing carries all that it ever will on this SKU; null where routing sets no limit.</summary>
    public double? RoutingWallUnits => routing?.UnitsFor(routing.At(Sku.Ladder.Max));

    /// <summary>The model of the same workload on another SKU.</summary>
    public CapacityModel ForSku(Sku other) => new(Table, other, Workload, CountsServerLeg, PolicyTargets, Targets);

    /// <summary>
    /// What the readings ask for, on the client side. Connections follow from the quota's utilization where their count is missing. A value
    /// that is negative, not finite or above 1e15 is taken as missing.
    /// </summary>
    /// <param name="measuredUnits">The units in force in the minute of the readings: server load and quota are relative to them.</param>
    public Demand Demand(in MetricReadings readings, int measuredUnits)
    {
        var inboundBytes = Known(readings.InboundTraffic) / 60;
        var outboundBytes = Known(readings.OutboundTraffic) / 60;
        return new Demand(
            Known(readings.ConnectionCount) ?? (Known(readings.ConnectionQuotaUtilization) / 100 * Sku.ConnectionsPerUnit * measuredUnits),
            inboundBytes * (1 - legOfInbound),
            inboundBytes is { } seen && outboundBytes is { } sent
                ? Math.Max(0, sent - (legOfInbound * seen))
                : outboundBytes * clientShareOfOutbound,
            Known(readings.ServerLoad) / Targets.ServerLoad.Percent * measuredUnits
        );
    }

    /// <summary>
    /// Used / (target x limit) of each limit at a size. A limit that does not exist (routing of an echo, inbound of a broadcast) is 0 where
    /// its metric is known.
    /// </summary>
    public Utilizations Utilization(in MetricReadings readings, int measuredUnits, int units) =>
        Utilization(Demand(readings, measuredUnits), units);

    /// <inheritdoc cref="Utilization(in MetricReadings, int, int)"/>
    public Utilizations Utilization(in Demand demand, int units) =>
        new(
            ToRatio(demand.ServerLoadUnits, units),
            ToRatio(demand.Connections, connections.At(units) * Targets.Connections.Value),
            ToRatio(demand.InboundBytes, inbound?.At(units) * Targets.Inbound.Value ?? double.PositiveInfinity),
            ToRatio(demand.OutboundBytes, outbound.At(units) * Targets.Outbound.Value),
            ToRatio(demand.InboundBytes, routing?.At(units) * Targets.Routing.Value ?? double.PositiveInfinity)
        );

    /// <summary>
    /// The smallest units at which each limit is used up to its target, before the ladder; null = unknown. A value above the ladder says by
    /// how much it falls short; <see cref="double.PositiveInfinity"/> says that no number of units of this SKU will do.
    /// </summary>
    public RequiredUnitsByLimit RequiredUnits(in MetricReadings readings, int measuredUnits) =>
        RequiredUnits(Demand(readings, measuredUnits));

    /// <inheritdoc cref="RequiredUnits(in MetricReadings, int)"/>
    public RequiredUnitsByLimit RequiredUnits(in Demand demand) => RequiredUnits(demand, Targets);

    /// <summary>
    /// The same with every limit but server load used to its end: what a load is learned from, since it does not move with a setting.
    /// </summary>
    public RequiredUnitsByLimit RequiredUnitsAtLimits(in Demand demand) => RequiredUnits(demand, AtLimits);

    /// <summary>
    /// What may be used of a dimension at a size, target x limit: connections, bytes per second (a message under 1,024 B counted as 1,024
    /// B), routed messages per second; server load in percent. Null where the workload has no such limit.
    /// </summary>
    public double? TargetLimit(Limit limit, int units) =>
        limit switch
        {
            Limit.ServerLoad => Targets.ServerLoad.Percent,
            Limit.None => null,
            _ => PublishedLimit(limit, units) * Targets[limit].Value,
        };

    /// <summary>
    /// The limit itself, in the unit of <see cref="TargetLimit"/>; null where there is none, and for server load, which has a target alone.
    /// </summary>
    public double? PublishedLimit(Limit limit, int units) =>
        limit switch
        {
            Limit.Connections => connections.At(units),
            Limit.Inbound => inbound?.At(units) * countedInbound,
            Limit.Outbound => outbound.At(units) * countedOutbound,
            Limit.Routing => routing?.At(units) * routedMessagesPerByte,
            _ => null,
        };

    /// <summary>What a demand uses of a dimension, in the unit of <see cref="TargetLimit"/>; null where it is unknown.</summary>
    public double? Used(Limit limit, in Demand demand, int units) =>
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
    /// Limit - used in the unit of <see cref="TargetLimit"/>, negative beyond the limit; null where either is unknown or there is no such
    /// limit.
    /// </summary>
    public double? Headroom(Limit limit, in Demand demand, int units) => TargetLimit(limit, units) - Used(limit, demand, units);

    /// <summary>Whether a greater size of this SKU has a greater limit of this dimension than the given size has.</summary>
    public bool MoreUnitsHelp(Limit limit, int units) =>
        limit == Limit.ServerLoad ? units < Sku.Ladder.Max : TargetLimit(limit, units) < TargetLimit(limit, Sku.Ladder.Max);

    private static TargetUtilizations AtLimits { get; } = new(new(1), new(1), new(1), new(1), new(1));

    private RequiredUnitsByLimit RequiredUnits(in Demand demand, in TargetUtilizations targets) =>
        new(
            demand.ServerLoadUnits,
            demand.Connections / targets.Connections.Value is { } c ? connections.UnitsFor(c) : null,
            demand.InboundBytes / targets.Inbound.Value is { } i ? inbound?.UnitsFor(i) ?? 0 : null,
            demand.OutboundBytes / targets.Outbound.Value is { } o ? outbound.UnitsFor(o) : null,
            demand.InboundBytes / targets.Routing.Value is { } r ? routing?.UnitsFor(r) ?? 0 : null
        );

    private static double? Known(double? reading) => reading is >= 0 and <= MaxReading ? reading : null;

    private static Ratio? ToRatio(double? used, double limit) => used is { } value ? new Ratio(value / limit) : null;
}
