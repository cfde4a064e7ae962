using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>No scale-out beyond the budget of a month. A resource that is beyond it already is not scaled in for it.</summary>
internal sealed class MonthlyBudget : Guard
{
    public override string Code => ReasonCodes.MonthlyBudget;

    public override int Allowed(Situation s, int wanted) => wanted <= s.InForce || Affordable(s) is not { } units
        ? wanted
        : Math.Clamp(s.HighestWithin(units), s.InForce, wanted);

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Wording.Counted(s.Ladder[wanted], "unit")} would cost {s.Sku.MonthlyPrice(s.Ladder[wanted])} a month; the budget is {s.Settings.MonthlyBudget}.");

    /// <summary>Units that the budget pays for; null where there is no budget, or no price in its currency.</summary>
    private static double? Affordable(Situation s) => s.Settings.MonthlyBudget is { } budget && s.Sku.MonthlyPrice(1) is { Amount: > 0 } one && one.Currency == budget.Currency
        ? (double)(budget.Amount / one.Amount)
        : null;
}
