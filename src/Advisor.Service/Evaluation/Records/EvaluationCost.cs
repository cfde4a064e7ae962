using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Service.Evaluation.Records;

/// <summary>Cost of a size for a month of 30 days: units + messages = total, to the cent.</summary>
/// <param name="Messages">Cost of the messages beyond the included ones; null when <paramref name="Missing"/> gives a reason.</param>
/// <param name="Total">Total; the units alone if the cost of messages is unknown.</param>
/// <param name="Currency">ISO 4217, such as USD.</param>
public sealed record EvaluationCost(decimal Units, decimal? Messages, decimal Total, string Currency, CostGap Missing = CostGap.None)
{
    /// <summary>Converts a cost; null if there is none.</summary>
    public static EvaluationCost? FromMonthlyCost(MonthlyCost? cost) =>
        cost is { } known ? new(known.Units.Amount, known.Messages?.Amount, known.Total.Amount, known.Units.Currency, known.Missing) : null;

    /// <summary>Converts the cost to a <see cref="MonthlyCost"/>, for arithmetic and formatting.</summary>
    public MonthlyCost ToMonthlyCost() =>
        new(new Money(Units, Currency), Messages is { } messages ? new Money(messages, Currency) : null, Missing);
}
