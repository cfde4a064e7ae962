using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling;

/// <summary>Units required by one minute's metrics.</summary>
/// <param name="Utilization">Used / (target x limit) of each limit at the size in force now.</param>
/// <param name="ByLimit">Units that each limit requires; that of server load as read, not as modelled.</param>
/// <param name="Units">Units that keep every known limit, not rounded; null when none is known.</param>
/// <param name="UnitsWithoutRouting">Units that keep every known limit except routing; null when none is known.</param>
/// <param name="ExplainedUnits">
/// Units that keep every known limit except a server load that nothing explains; null when none is known.
/// </param>
/// <param name="UnitsWithoutServerLoad">Units that keep every known limit except server load; null when none is known.</param>
/// <param name="ServerLoadUnits">
/// Units that server load requires: by the load model, or by the reading and at most one step more; null when unknown or distrusted.
/// </param>
/// <param name="RoutingWallUnits">Units beyond which routing capacity does not increase; null when routing sets no limit.</param>
/// <param name="ExpectedLoad">
/// Server load explained by traffic and connections, in percent at the size of that minute; null when they are unknown.
/// </param>
/// <param name="PriorLoad">
/// Server load of this demand at one unit according to the prior, in points; null when traffic or connections are unknown.
/// </param>
/// <param name="MeasuredUnits">Units in force in the minute of the metrics.</param>
/// <param name="DataState">Assessment of the metrics.</param>
/// <param name="CanScaleIn">Whether every limit is known.</param>
internal readonly partial record struct RequiredUnits(
    PerLimit<Ratio> Utilization,
    PerLimit<double> ByLimit,
    double? Units,
    double? UnitsWithoutRouting,
    double? ExplainedUnits,
    double? UnitsWithoutServerLoad,
    double? ServerLoadUnits,
    double? RoutingWallUnits,
    double? ExpectedLoad,
    double? PriorLoad,
    int MeasuredUnits,
    DataState DataState,
    bool CanScaleIn
)
{
    // The published byte ceilings apply to one message size and pattern. If a day of the resource's own load shows spare capacity, they may
    // be exceeded by a quarter; otherwise they apply as published.
    private const double CeilingFactorWithModel = 1.25;

    /// <summary>Learns from a minute and computes its requirements.</summary>
    /// <param name="measuredUnits">Units in force in the minute of the metrics.</param>
    public static (RequiredUnits Need, ServerLoadModel Load) Compute(
        CapacityModel model,
        Observation observation,
        int measuredUnits,
        ServerLoadModel load,
        PolicyParts parts = PolicyParts.All
    ) => Compute(model, observation.Readings, observation.Units, measuredUnits, load, parts);

    /// <summary>Learns from a minute and computes its requirements.</summary>
    /// <param name="units">Units in force at the decision.</param>
    /// <param name="measuredUnits">Units in force in the minute of the metrics.</param>
    public static (RequiredUnits Need, ServerLoadModel Load) Compute(
        CapacityModel model,
        in MetricReadings readings,
        int units,
        int measuredUnits,
        ServerLoadModel load,
        PolicyParts parts
    )
    {
        var demand = model.ComputeDemand(readings, measuredUnits);
        var utilization = model.ComputeUtilization(demand, units);
        var requiredUnitsByLimit = model.ComputeRequiredUnits(demand);
        var used = model.ComputeRequiredUnitsAtLimits(demand, requiredUnitsByLimit);
        var (counted, explained, byLoad, routing, expected, reading) = Learn(
            model,
            requiredUnitsByLimit,
            used,
            readings.ServerLoad,
            measuredUnits,
            ref load,
            parts
        );
        return (
            new(
                utilization,
                requiredUnitsByLimit,
                Max(counted, explained, byLoad, routing),
                Max(counted, explained, byLoad),
                Max(counted, explained, routing),
                Max(counted, routing),
                Max(explained, byLoad),
                model.RoutingWallUnits,
                expected / measuredUnits,
                ServerLoadModel.EstimatePriorLoad(used),
                measuredUnits,
                reading is not (LoadAgreement.Fits or LoadAgreement.Idle) ? DataState.SuspectMetric
                    : DataSufficiency.CanAdvise(utilization, model.HasRoutingWall) ? DataState.Ok
                    : DataState.InsufficientData,
                DataSufficiency.CanScaleIn(utilization)
            ),
            load
        );
    }

    /// <summary>Learns from a minute, and returns the units that each part of the limits requires.</summary>
    private static (double? Counted, double? Explained, double? ByLoad, double? Routing, double? Expected, LoadAgreement Reading) Learn(
        CapacityModel model,
        in PerLimit<double> requiredUnitsByLimit,
        in PerLimit<double> used,
        double? serverLoad,
        int measuredUnits,
        ref ServerLoadModel load,
        PolicyParts parts
    )
    {
        var traffic = used is { Inbound: { } inbound, Outbound: { } outbound } ? Math.Max(inbound, outbound) : (double?)null;
        var expected = default(double?);
        var reading = LoadAgreement.Fits;
        if (traffic is { } bytes && used.Connections is { } connections)
        {
            if (serverLoad is { } seen)
            {
                (load, reading) = load.Learn(
                    bytes / measuredUnits,
                    connections / measuredUnits,
                    seen,
                    measuredUnits,
                    model.Targets.ServerLoad.Percent
                );
            }

            expected = load.Predict(bytes, connections);
        }

        var explained =
            !parts.HasFlag(PolicyParts.ServerLoadModel) ? requiredUnitsByLimit.ServerLoad
            : expected is { } points ? LimitPrediction(model.Sku.Ladder, points / model.Targets.ServerLoad.Percent, measuredUnits, reading)
            : null;
        var byLoad =
            explained is null || reading is LoadAgreement.Unexplained or LoadAgreement.Idle
                ? LimitUnexplainedLoad(
                    model.Sku.Ladder,
                    requiredUnitsByLimit.ServerLoad,
                    load.SurprisedUnits > 0 ? load.SurprisedUnits : measuredUnits,
                    load
                )
                : null;
        var witness = FindCeilingFactor(expected, load);
        var counted = Max(
            requiredUnitsByLimit.Connections,
            requiredUnitsByLimit.Inbound / witness,
            requiredUnitsByLimit.Outbound / witness
        );
        return (counted, explained, byLoad, FindRoutingUnits(model, requiredUnitsByLimit), expected, reading);
    }

    /// <summary>
    /// Returns the units that keep every known limit for a demand that teaches nothing: server load by the load model, or as it was read
    /// where traffic or connections are unknown. Null when no limit is known.
    /// </summary>
    public static double? FindUnits(CapacityModel model, in Demand demand, ServerLoadModel load)
    {
        var (required, expected) = (model.ComputeRequiredUnits(demand), PredictLoad(model, demand, load));
        var witness = FindCeilingFactor(expected, load);
        return Max(
            expected is { } points ? points / model.Targets.ServerLoad.Percent
                : load.IsDistrusted ? null
                : required.ServerLoad,
            required.Connections,
            required.Inbound / witness,
            required.Outbound / witness,
            FindRoutingUnits(model, required)
        );
    }

    /// <summary>Returns the server load that traffic and connections explain, in points at one unit; null when they are unknown.</summary>
    public static double? PredictLoad(CapacityModel model, in Demand demand, ServerLoadModel load) =>
        model.ComputeRequiredUnitsAtLimits(demand) is { Inbound: { } inbound, Outbound: { } outbound, Connections: { } connections }
            ? load.Predict(Math.Max(inbound, outbound), connections)
            : null;

    private static double FindCeilingFactor(double? expected, in ServerLoadModel load) =>
        expected is not null && load.IsWitness ? CeilingFactorWithModel : 1;

    // Where no number of units carries the load, those beyond which routing does not increase.
    private static double? FindRoutingUnits(CapacityModel model, in PerLimit<double> required) =>
        required.Routing is { } routed && double.IsInfinity(routed) ? model.RoutingWallUnits : required.Routing;

    /// <summary>
    /// Limits a server load that no traffic explains to one step more, and to nothing if it did not follow the size before.
    /// </summary>
    private static double? LimitUnexplainedLoad(UnitLadder ladder, double? asRead, int measuredUnits, in ServerLoadModel load) =>
        load.IsDistrusted || asRead is not { } need ? null : Math.Min(need, ladder.FindNext(measuredUnits) ?? need);

    /// <summary>Limits a prediction to one step more where the load that is read is far below it.</summary>
    private static double LimitPrediction(UnitLadder ladder, double predicted, int measuredUnits, LoadAgreement reading) =>
        reading == LoadAgreement.SurprisinglyLow ? Math.Min(predicted, ladder.FindNext(measuredUnits) ?? predicted) : predicted;

    private static double? Max(params ReadOnlySpan<double?> needs)
    {
        double? highest = null;
        foreach (var need in needs)
        {
            highest = need is { } value && !(value <= highest) ? value : highest;
        }

        return highest;
    }
}
