using Advisor.Core.Capacity.Billing;

namespace Advisor.Core.Capacity;

/// <summary>
/// Alternative to adding units when no size of the present SKU suffices: Premium_P2, a split over instances, or larger groups.
/// </summary>
/// <param name="Kind">premiumP2, split or largerGroups.</param>
/// <param name="Text">One sentence: what to do, its price, what it gives and what it demands, with figures.</param>
/// <param name="Sku">SKU to buy; null when nothing is bought.</param>
/// <param name="Units">Units of <paramref name="Sku"/> per instance.</param>
/// <param name="Instances">Number of instances, 1 or more.</param>
/// <param name="Cost">Units and messages of all instances for a month of 30 days; null when no price is known.</param>
public sealed record Alternative(string Kind, string Text, string? Sku, int? Units, int Instances, MonthlyCost? Cost)
{
    /// <summary>
    /// Demands on the app and the subscription: "a quota of 200 units in subscription and region, and no change of the app".
    /// </summary>
    public string Demands { get; init; } = "";
}
