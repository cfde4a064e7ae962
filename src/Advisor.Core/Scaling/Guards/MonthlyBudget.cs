using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Cost;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// No scale-out to a bill (units and messages) above the budget of a month; the units alone where the messages are not known. A resource whose bill is above it
/// already is not scaled in for it, and may have a size that costs no more than today.
/// </summary>
internal sealed class MonthlyBudget : Guard
{
    public override string Code => ReasonCodes.MonthlyBudget;

    public override int Allowed(Situation s, int wanted)
    {
        if (wanted <= s.InForce || s.Settings.MonthlyBudget is not { } budget || Total(s, s.Ladder[wanted]) is not { } asked || asked.Currency != budget.Currency)
        {
            return wanted;
        }

        var most = Math.Max(budget.Amount, Today(s)?.Total.Amount ?? 0);
        var step = wanted;
        while (step > s.InForce && Total(s, s.Ladder[step])?.Amount > most)
        {
            step--;
        }

        return step;
    }

    // To the cent: a budget may be missed by one.
    public override string Text(Situation s, int wanted) => MonthlyBill.Of(s.Sku, s.Ladder[wanted], s.MessagesPerMonth) is { } bill
        ? $"{Wording.Size(s.Sku.Name, s.Ladder[wanted])} would cost {CostText.PerMonth(bill, cents: true)}; the budget is {s.Settings.MonthlyBudget}."
        : $"The budget is {s.Settings.MonthlyBudget}.";

    private static Money? Total(Situation s, int units) => MonthlyBill.Of(s.Sku, units, s.MessagesPerMonth)?.Total;

    private static MonthlyCost? Today(Situation s) => MonthlyBill.Of(s.Minute.Sku, s.Observation.Units, s.MessagesPerMonth);
}
