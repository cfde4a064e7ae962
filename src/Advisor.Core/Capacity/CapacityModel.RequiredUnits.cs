using Advisor.Core.Metrics;

namespace Advisor.Core.Capacity;

/// <content>Units that a demand requires.</content>
public sealed partial class CapacityModel
{
    private static TargetUtilizations AtLimits { get; } = new(new(1), new(1), new(1), new(1), new(1));

    /// <summary>
    /// Computes the units at which each limit reaches its target, before rounding to the ladder; null = unknown. A value above the ladder
    /// is extrapolated and shows the shortfall; <see cref="double.PositiveInfinity"/> means that no number of units of this SKU suffices.
    /// Bytes require no units for messages beyond what routing carries at any size, since more units do not carry them.
    /// </summary>
    public PerLimit<double> ComputeRequiredUnits(in MetricReadings readings, int measuredUnits) =>
        ComputeRequiredUnits(ComputeDemand(readings, measuredUnits));

    /// <inheritdoc cref="ComputeRequiredUnits(in MetricReadings, int)"/>
    public PerLimit<double> ComputeRequiredUnits(in Demand demand) =>
        ComputeRequiredUnits(demand, Targets, routed.FindCarriedShares(demand));

    /// <summary>
    /// Computes the same with all targets but that of server load at 1, for all bytes. The load model learns from these, since they do not
    /// change with a setting, and a message costs server load also where routing does not carry it.
    /// </summary>
    public PerLimit<double> ComputeRequiredUnitsAtLimits(in Demand demand) => ComputeRequiredUnits(demand, AtLimits, (1, 1));

    /// <inheritdoc cref="ComputeRequiredUnitsAtLimits(in Demand)"/>
    /// <param name="required">Units required with all targets, for the limits whose target is 1 anyway, which most are.</param>
    public PerLimit<double> ComputeRequiredUnitsAtLimits(in Demand demand, in PerLimit<double> required) =>
        Targets.Inbound.Value == 1
        && Targets.Outbound.Value == 1
        && Targets.Routing.Value == 1
        && routed.FindCarriedShares(demand) == (1, 1)
            ? required with
            {
                Connections = demand.Connections is { } c ? connections.FindUnits(c) : null,
            }
            : ComputeRequiredUnitsAtLimits(demand);

    private PerLimit<double> ComputeRequiredUnits(
        in Demand demand,
        in TargetUtilizations targets,
        in (double Inbound, double Outbound) carried
    ) =>
        new(
            demand.ServerLoadUnits,
            demand.Connections / targets.Connections.Value is { } c ? connections.FindUnits(c) : null,
            demand.InboundBytes * carried.Inbound / targets.Inbound.Value is { } i ? inbound?.FindUnits(i) ?? 0 : null,
            demand.OutboundBytes * carried.Outbound / targets.Outbound.Value is { } o ? outbound.FindUnits(o) : null,
            demand.InboundBytes / targets.Routing.Value is { } r ? routing?.FindUnits(r) ?? 0 : null
        );
}
