using Advisor.Core.Capacity.Billing;

namespace Advisor.State.Resources;

/// <summary>What a size costs in a month of 30 days: units + messages = total, to the cent.</summary>
/// <param name="Messages">The messages beyond the included ones; null where <paramref name="Missing"/> says why.</param>
/// <param name="Total">The units alone where the messages are not known.</param>
/// <param name="Currency">ISO 4217, such as USD.</param>
public sealed record EvaluationCost(decimal Units, decimal? Messages, decimal Total, string Currency, CostGap Missing = CostGap.None)
{
    /// <summary>Null where there is no cost to convert.</summary>
    public static EvaluationCost? FromMonthlyCost(MonthlyCost? cost) =>
        cost is { } known ? new(known.Units.Amount, known.Messages?.Amount, known.Total.Amount, known.Units.Currency, known.Missing) : null;
}
