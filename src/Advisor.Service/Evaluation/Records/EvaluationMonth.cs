using Advisor.Core.Capacity.Billing;

namespace Advisor.Service.Evaluation.Records;

/// <summary>Bill of the calendar month in progress at an evaluation.</summary>
/// <param name="Start">First day of the month, UTC.</param>
/// <param name="ToDate">Cost to date.</param>
/// <param name="Expected">Expected cost of the whole month.</param>
public sealed record EvaluationMonth(DateOnly Start, EvaluationCost ToDate, EvaluationCost Expected)
{
    /// <summary>Converts a bill; null if there is none.</summary>
    public static EvaluationMonth? FromMonthBill(MonthBill? bill) =>
        bill is null ? null : new(bill.Month, EvaluationCost.FromMonthlyCost(bill.ToDate)!, EvaluationCost.FromMonthlyCost(bill.Expected)!);
}
