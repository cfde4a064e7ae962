using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;

namespace Advisor.Runtime.Service;

/// <summary>A change in words: what the messages and the page about it share. Pure.</summary>
public static class ChangeWords
{
    private const int MostReasons = 2;

    /// <summary>"Standard_S1 x 1 to Standard_S1 x 3".</summary>
    public static string Sizes(string fromSku, int fromUnits, string toSku, int toUnits) =>
        $"{Wording.Size(fromSku, fromUnits)} to {Wording.Size(toSku, toUnits)}";

    /// <summary>The first reasons as sentences.</summary>
    public static string Why(IEnumerable<Reason> reasons) => string.Join(' ', reasons.Take(MostReasons).Select(reason => reason.Text));

    /// <summary>"+36.60 USD a month (units +96.60, messages -60.00)"; only the total where messages stay the same; null where no price is known.</summary>
    /// <param name="unitsBefore">Units of the size in force for a month; null where no price is known.</param>
    /// <param name="unitsAfter">Units of the new size for a month; null where no price is known.</param>
    /// <param name="total">What the bill changes by; null where no price is known.</param>
    public static string? Cost(Money? unitsBefore, Money? unitsAfter, Money? total)
    {
        if (total is not { } change)
        {
            return null;
        }

        var text = $"{Wording.Change(change, cents: true)} a month";
        return unitsBefore is { } before && unitsAfter is { } after && after.Currency == change.Currency && before.Currency == change.Currency
            && Math.Round(change.Amount - (after.Amount - before.Amount), 2) is not 0 and var messages
                ? $"{text} (units {Signed(after.Amount - before.Amount)}, messages {Signed(messages)})"
                : text;
    }

    /// <summary>What a scale-in does to clients; null where no unit is removed.</summary>
    public static string? Dropped(string fromSku, int fromUnits, string toSku, int toUnits) =>
        fromSku.Equals(toSku, StringComparison.OrdinalIgnoreCase) && toUnits < fromUnits
            ? $"Removes {fromUnits - toUnits} of {Wording.Counted(fromUnits, "unit")}: about {Wording.Percent((double)(fromUnits - toUnits) / fromUnits)} of the connections are dropped, and their clients reconnect."
            : null;

    internal static string? Cost(Decision decision, FleetResource resource, RuleSet rules)
    {
        var catalog = rules.Catalog(resource.Service);
        return Cost(
            catalog.Find(resource.Sku)?.MonthlyPrice(resource.Units),
            catalog.Find(decision.AdvisedSku ?? decision.Sku)?.MonthlyPrice(decision.AdvisedUnits ?? decision.Units),
            decision.MonthlyCostChange);
    }

    private static string Signed(decimal amount) => (amount > 0 ? "+" : "") + Wording.Bare(amount, cents: true);
}
