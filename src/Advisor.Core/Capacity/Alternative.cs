using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>
/// Alternative to adding units when no size of the present SKU suffices: Premium_P2, a split over instances, or larger groups.
/// </summary>
/// <param name="Kind">premiumP2, split or largerGroups.</param>
/// <param name="Text">One line: what to do, its one price, and what it requires.</param>
/// <param name="Sku">SKU to buy; null when nothing is bought.</param>
/// <param name="Units">Units of <paramref name="Sku"/> per instance.</param>
/// <param name="Instances">Number of instances, 1 or more.</param>
/// <param name="Cost">Units and messages of all instances for a month of 30 days; null when no price is known.</param>
public sealed record Alternative(string Kind, string Text, string? Sku, int? Units, int Instances, MonthlyCost? Cost)
{
    /// <summary>A change to the tier with the most units.</summary>
    public const string PremiumP2 = "premiumP2";

    /// <summary>The load over several resources.</summary>
    public const string Split = "split";

    /// <summary>Groups so large that routing does not limit them.</summary>
    public const string LargerGroups = "largerGroups";

    /// <summary>
    /// What it takes, one entry each: "a quota of 200 units (support ticket)", "a change of tier without interruption", "groups of 20
    /// members or more in the app".
    /// </summary>
    public IReadOnlyList<string> Requirements { get; init; } = [];

    /// <summary>Change of the monthly bill; null when no size is in force, or no price is known.</summary>
    public Money? Change { get; init; }

    /// <summary>The same with what it gives and the whole bill, as the reasons of <c>advisor decide</c> list it.</summary>
    public string Sentence { get; init; } = Text;

    /// <summary>Whether the application must change: its endpoints or its groups.</summary>
    public bool ChangesApp => Kind != PremiumP2;
}
