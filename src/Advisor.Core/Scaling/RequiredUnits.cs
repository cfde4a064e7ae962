using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Observations;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling;

/// <summary>What one minute's metrics ask for.</summary>
/// <param name="Utilization">Used / (target x limit) at the size in force now.</param>
/// <param name="ByLimit">Units that each limit requires; that of the server load is what was read, not what was learned.</param>
/// <param name="Units">Units that keep every known limit, not rounded; null where nothing is known.</param>
/// <param name="UnitsWithoutRouting">Units that keep every known limit but routing; null where nothing is known.</param>
/// <param name="UnitsWithoutServerLoad">Units that keep every known limit but the server load; null where none of them is known.</param>
/// <param name="ServerLoadUnits">
/// Units that the server load counts for: as learned, or as read and at most one step; null where it is unknown or distrusted.
/// </param>
/// <param name="RoutingWallUnits">Units beyond which more of them route no more; null where routing sets no limit.</param>
/// <param name="ExpectedLoad">
/// The server load that traffic and connections explain, in percent at the size of that minute; null where they are unknown.
/// </param>
/// <param name="PriorLoad">
/// The server load of this demand at one unit before anything is learned, in points; null where traffic or connections are unknown.
/// </param>
/// <param name="MeasuredUnits">The units in force in the minute of the metrics.</param>
/// <param name="DataState">Whether the metrics allow to say anything.</param>
/// <param name="CanScaleIn">Whether every limit is known.</param>
internal readonly record struct RequiredUnits(
    Utilizations Utilization,
    RequiredUnitsByLimit ByLimit,
    double? Units,
    double? UnitsWithoutRouting,
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
    // The published byte ceilings are for one size of message under one pattern. Where a day of the resource's own load leaves room,
    // they may be passed by a quarter; without that witness they stand.
    private const double CeilingFactorWithModel = 1.25;

    /// <summary>Learns from a minute and computes what it requires.</summary>
    /// <param name="measuredUnits">The size in the minute of the metrics.</param>
    public static (RequiredUnits Need, ServerLoadModel Load) Compute(
        CapacityModel model,
        Observation observation,
        int measuredUnits,
        ServerLoadModel load,
        PolicyParts parts = PolicyParts.All
    )
    {
        var readings = observation.Readings;
        var demand = model.Demand(readings, measuredUnits);
        var utilization = model.Utilization(demand, observation.Units);
        var requiredUnitsByLimit = model.RequiredUnits(demand);
        var used = model.RequiredUnitsAtLimits(demand);
        var traffic = used is { Inbound: { } inbound, Outbound: { } outbound } ? Math.Max(inbound, outbound) : (double?)null;
        var expected = default(double?);
        var reading = LoadAgreement.Fits;
        if (traffic is { } bytes && used.Connections is { } connections)
        {
            if (readings.ServerLoad is { } seen)
            {
                (load, reading) = load.Learn(bytes / measuredUnits, connections / measuredUnits, seen);
            }

            expected = load.Predict(bytes, connections);
        }

        var explained =
            !parts.HasFlag(PolicyParts.ServerLoadModel) ? requiredUnitsByLimit.ServerLoad
            : expected is { } points ? points / model.Targets.ServerLoad.Percent
            : LimitUnexplainedLoad(model.Sku.Ladder, requiredUnitsByLimit.ServerLoad, measuredUnits, load);
        var witness = expected is not null && load.IsWitness ? CeilingFactorWithModel : 1;
        var routing =
            requiredUnitsByLimit.Routing is { } routed && double.IsInfinity(routed) ? model.RoutingWallUnits : requiredUnitsByLimit.Routing;
        var others = Max(
            explained,
            requiredUnitsByLimit.Connections,
            requiredUnitsByLimit.Inbound / witness,
            requiredUnitsByLimit.Outbound / witness
        );
        var exact = Max(
            requiredUnitsByLimit.Connections,
            requiredUnitsByLimit.Inbound / witness,
            requiredUnitsByLimit.Outbound / witness,
            routing
        );
        return (
            new(
                utilization,
                requiredUnitsByLimit,
                Max(others, routing),
                others,
                exact,
                explained,
                model.RoutingWallUnits,
                expected / measuredUnits,
                ServerLoadModel.PriorLoad(used),
                measuredUnits,
                reading != LoadAgreement.Fits ? DataState.SuspectMetric
                    : DataSufficiency.SufficesToAdvise(utilization, model.HasRoutingWall) ? DataState.Ok
                    : DataState.InsufficientData,
                DataSufficiency.SufficesToScaleIn(utilization)
            ),
            load
        );
    }

    /// <summary>
    /// A server load that no traffic explains requires one step more at most, and nothing once it did not follow the size.
    /// </summary>
    private static double? LimitUnexplainedLoad(UnitLadder ladder, double? asRead, int measuredUnits, ServerLoadModel load) =>
        load.IsDistrusted || asRead is not { } need ? null : Math.Min(need, ladder.Next(measuredUnits) ?? need);

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
