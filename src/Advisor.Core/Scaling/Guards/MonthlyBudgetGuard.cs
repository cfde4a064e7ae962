using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// No scale-out to a bill (units and messages) above the budget of a month; the units alone where the messages are not known. A resource
/// whose bill is above it already is not scaled in for it, and may have a size that costs no more than today.
/// </summary>
internal sealed class MonthlyBudgetGuard : Guard
{
    public override string Code => ReasonCodes.MonthlyBudget;

    public override int AllowedStep(DecisionContext s, int wanted)
    {
        if (
            wanted <= s.CurrentStep
            || s.Settings.MonthlyBudget is not { } budget
            || Total(s, s.Ladder[wanted]) is not { } asked
            || asked.Currency != budget.Currency
        )
        {
            return wanted;
        }

        var most = Math.Max(budget.Amount, Today(s)?.Total.Amount ?? 0);
        var step = wanted;
        while (step > s.CurrentStep && Total(s, s.Ladder[step])?.Amount > most)
        {
            step--;
        }

        return step;
    }

    // To the cent: a budget may be missed by one.
    public override string Describe(DecisionContext s, int wanted) =>
        MonthlyBill.Compute(s.Sku, s.Ladder[wanted], s.MessagesPerMonth) is { } bill
            ? $"{Wording.Size(s.Sku.Name, s.Ladder[wanted])} would cost {CostText.PerMonth(bill, cents: true)}; "
                + $"the budget is {s.Settings.MonthlyBudget}."
            : $"The budget is {s.Settings.MonthlyBudget}.";

    private static Money? Total(DecisionContext s, int units) => MonthlyBill.Compute(s.Sku, units, s.MessagesPerMonth)?.Total;

    private static MonthlyCost? Today(DecisionContext s) => MonthlyBill.Compute(s.Input.Sku, s.Observation.Units, s.MessagesPerMonth);
}
