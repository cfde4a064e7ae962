using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Core.Reports;

/// <summary>Size to compare; a part that is not stated is the one in force.</summary>
/// <param name="Sku">Name of the SKU; null = the one in force.</param>
/// <param name="Units">Unit count; null = the one in force.</param>
public sealed record WhatIfSize(string? Sku, int? Units);

/// <summary>Utilization and cost of another size at the load of the newest minute.</summary>
/// <param name="Sku">SKU compared.</param>
/// <param name="Units">Units compared.</param>
/// <param name="Utilization">Used / (target x limit); null = unknown.</param>
/// <param name="LimitingFactor">Limiting factor at that size.</param>
/// <param name="Cost">Units and messages for 30 days; null when no price is known.</param>
public sealed record WhatIf(string Sku, int Units, PerLimit<Ratio> Utilization, Limit LimitingFactor, MonthlyCost? Cost)
{
    /// <summary>Computes utilization and cost of a size at the load of the newest minute.</summary>
    /// <returns>Null when the SKU does not exist for this service, or is not sold with this unit count.</returns>
    public static WhatIf? Compute(RuleSet rules, ResourceReport resource, WhatIfSize size)
    {
        var units = size.Units ?? resource.Units;
        if (rules.GetCatalog(resource.Service).Find(size.Sku ?? resource.Sku) is not { } sku || !sku.Ladder.Contains(units))
        {
            return null;
        }

        var utilization = resource.Model is { } model ? model.WithSku(sku).ComputeUtilization(resource.Load, units) : default;
        return new(
            sku.Name,
            units,
            utilization,
            // A server load that contradicts the other metrics is not a limiting factor, at this size as at the one in force.
            Capacity.LimitingFactor.Find(
                resource.State == ReportState.SuspectMetric ? utilization with { ServerLoad = null } : utilization,
                rules.Policy.NoLimitingFactorBelow.Value
            ),
            MonthlyBill.Compute(sku, units, resource.Decision?.Messages)
        );
    }
}
