using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Forbids a scale-out to a bill (units and messages; units alone if the messages are unknown) above the monthly budget. A resource already
/// above it is not scaled in for that reason, and may have any size that costs no more than now.
/// </summary>
internal sealed class MonthlyBudgetGuard : Guard
{
    public override string Code => ReasonCodes.MonthlyBudget;

    public override int LimitStep(DecisionContext context, int wanted)
    {
        if (
            wanted <= context.CurrentStep
            || context.Settings.MonthlyBudget is not { } budget
            || ComputeTotal(context, context.Ladder[wanted]) is not { } cost
            || cost.Currency != budget.Currency
        )
        {
            return wanted;
        }

        var maxCost = Math.Max(budget.Amount, ComputeCurrentCost(context)?.Total.Amount ?? 0);
        var step = wanted;
        while (step > context.CurrentStep && ComputeTotal(context, context.Ladder[step])?.Amount > maxCost)
        {
            step--;
        }

        return step;
    }

    // Shown to the cent, since a budget may be exceeded by one.
    public override string Describe(DecisionContext context, int wanted) =>
        MonthlyBill.Compute(context.Sku, context.Ladder[wanted], context.Messages) is { } bill
            ? $"{new Size(context.Sku.Name, context.Ladder[wanted])} would cost {CostText.FormatPerMonth(bill, cents: true)}; "
                + $"the budget is {context.Settings.MonthlyBudget}."
            : $"The budget is {context.Settings.MonthlyBudget}.";

    private static Money? ComputeTotal(DecisionContext context, int units) =>
        MonthlyBill.Compute(context.Sku, units, context.Messages)?.Total;

    private static MonthlyCost? ComputeCurrentCost(DecisionContext context) =>
        MonthlyBill.Compute(context.Input.Sku, context.Observation.Units, context.Messages);
}
