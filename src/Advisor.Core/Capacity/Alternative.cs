using Advisor.Core.Capacity.Billing;

namespace Advisor.Core.Capacity;

/// <summary>An alternative that no number of units of the present SKU gives: Premium_P2, a split over instances, larger groups.</summary>
/// <param name="Kind">premiumP2, split or largerGroups.</param>
/// <param name="Text">What to do, its price, what it gives and what it demands, with figures.</param>
/// <param name="Sku">The SKU to buy; null where the way is not a purchase.</param>
/// <param name="Units">Units of it for each instance.</param>
/// <param name="Instances">How many instances.</param>
/// <param name="Cost">Units and messages of all of it for a month of 30 days; null where no price is known.</param>
public sealed record Alternative(string Kind, string Text, string? Sku, int? Units, int Instances, MonthlyCost? Cost)
{
    /// <summary>
    /// What it demands of the app and of the subscription: "a quota of 200 units in subscription and region, and no change of the app".
    /// </summary>
    public string Demands { get; init; } = "";
}
