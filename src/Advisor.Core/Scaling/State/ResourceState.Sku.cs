using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.State;

/// <content>A change of SKU: what was required in units of one SKU may say nothing of another.</content>
public sealed partial record ResourceState
{
    /// <summary>
    /// Whether the units required in the past say what another SKU requires. They do not where a unit of it has more or fewer
    /// connections, as after Free_F1, or where routing ends at another number of units, as after a change to Premium_P2: the past is then
    /// to be learned again from its metrics.
    /// </summary>
    public bool IsPastOf(RuleSet rules, ServiceKind service, ResourceSettings settings, string sku)
    {
        var catalog = rules.GetCatalog(service, settings);
        var table = settings.Edition is { } edition ? rules.Find(service, edition) : rules.GetTable(service);
        return string.Equals(Sku, sku, StringComparison.OrdinalIgnoreCase)
            || catalog.Find(Sku) is not { } before
            || catalog.Find(sku) is not { } now
            || table is null
            || (settings.Workload ?? InferredWorkload?.Workload) is not { } workload
            || WorkloadCheck.FindProblems(table, workload).Count > 0
            || new CapacityModel(table, now, workload).HasUnitsOf(before);
    }

    /// <summary>Returns this state with a past that was learned again.</summary>
    /// <param name="learned">State of the same resource, learned from its metrics with the SKU in force.</param>
    public ResourceState WithPast(ResourceState learned) =>
        learned with
        {
            RecentUnits = RecentUnits,
            Usage = Usage,
            Changes = Changes,
            FirstScaleIn = FirstScaleIn,
            OtherController = OtherController,
            IneffectiveChanges = IneffectiveChanges,
            StormMinute = StormMinute,
            PiecesPerMinute = PiecesPerMinute,
        };

    /// <summary>Returns this state at the first minute of another SKU, without its past.</summary>
    internal ResourceState ForgetPast(Sku sku, int currentStep, int decisionMinute) =>
        WithPast(
            new(
                sku.Name,
                MeasuredMinute,
                decisionMinute,
                new ShadowPolicies(sku.Ladder.Count, currentStep, decisionMinute),
                RequiredUnitsHistory.Empty
            )
            {
                InferredWorkload = InferredWorkload,
            }
        );
}
