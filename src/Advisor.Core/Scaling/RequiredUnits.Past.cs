using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling;

/// <content>Requirements of past minutes, of which a history keeps a small part.</content>
internal readonly partial record struct RequiredUnits
{
    /// <summary>Learns from a past minute and computes what its history keeps.</summary>
    /// <param name="measuredUnits">Units in force in that minute.</param>
    /// <param name="load">Load model, which learns in place.</param>
    public static PastRequirement ComputePast(
        CapacityModel model,
        in MetricReadings readings,
        int measuredUnits,
        ref ServerLoadModel load,
        PolicyParts parts
    )
    {
        var demand = model.ComputeDemand(readings, measuredUnits);
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
        return new(
            Max(counted, explained, byLoad, routing),
            expected / measuredUnits,
            (reading is LoadAgreement.Fits or LoadAgreement.Idle) && !DataSufficiency.CanAdvise(requiredUnitsByLimit, model.HasRoutingWall)
        );
    }
}

/// <summary>What the history keeps of the requirement of a past minute.</summary>
/// <param name="Units">As <see cref="RequiredUnits.Units"/>.</param>
/// <param name="ExpectedLoad">As <see cref="RequiredUnits.ExpectedLoad"/>.</param>
/// <param name="IsInsufficient">Whether its data state is insufficient data.</param>
internal readonly record struct PastRequirement(double? Units, double? ExpectedLoad, bool IsInsufficient)
{
    /// <summary>Whether the history keeps the units.</summary>
    public bool IsKnown => !IsInsufficient && Units is not null;
}
