using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.State;

/// <content>The bill of the month.</content>
public sealed partial record ResourceState
{
    /// <summary>
    /// Returns the bill of the month in progress; null when the units in force have no price. Where no minute of the month was counted,
    /// since it has just begun or the resource has no metrics, the units in force are those of this minute.
    /// </summary>
    /// <param name="state">State of the resource; null where it has none.</param>
    /// <param name="billing">How units are billed within a day; null = as usual for the service.</param>
    /// <param name="inForce">Size in force.</param>
    /// <param name="createdAt">When the resource was created; null = not known.</param>
    public static MonthBill? ComputeMonthBill(
        ResourceState? state,
        SkuCatalog catalog,
        BillingModel? billing,
        Size inForce,
        DateTimeOffset? createdAt,
        DateTimeOffset now
    ) =>
        MonthBill.Compute(
            catalog,
            billing ?? catalog.DefaultBilling,
            [.. (state?.Usage ?? DailyUsage.None).BeginMonth(Minutes.ToNumber(now), inForce).Days],
            createdAt
        );
}
