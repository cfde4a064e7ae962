using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Reports;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>One condition of <c>--fail-on</c>: the run ends with exit code 8 if it is met.</summary>
/// <param name="Name">Name of the condition, in lower case.</param>
/// <param name="Amount">Amount that the saving must exceed, in the currency of the prices; null for the other conditions.</param>
internal sealed record FailCondition(string Name, decimal? Amount = null)
{
    /// <summary>Values of <c>--fail-on</c>, for help and errors.</summary>
    public const string Known = "recommendation, overload, blocked or saving>AMOUNT";

    private const string Saving = "saving>";

    private static readonly string[] Names = ["recommendation", "overload", "blocked"];

    /// <summary>Parses one condition; null when it is unknown.</summary>
    public static FailCondition? Parse(string text) =>
        Names.Contains(text, StringComparer.OrdinalIgnoreCase) ? new FailCondition(text.ToLowerInvariant())
        : ParseAmount(text) is { } amount ? new FailCondition(Saving, amount)
        : null;

    /// <summary>Whether a report meets the condition.</summary>
    public bool IsMet(EvaluationReport report) =>
        Name switch
        {
            "recommendation" => report.HasRecommendation,
            "overload" => report.Resources.Any(resource => resource.IsOverloaded),
            "blocked" => report.Resources.Any(IsBlocked),
            _ => SumSavings(report) > Amount,
        };

    // A limit exceeds its target and the decision keeps the size: a scale-out is forbidden or would not help.
    private static bool IsBlocked(ResourceReport resource) =>
        resource is { IsOverloaded: true, Decision: { Action: ScalingAction.Hold or ScalingAction.Advise, DataState: DataState.Ok } };

    // Savings of all scale-ins that the totals of the report include, in the currency of the prices: advisory ones do not count.
    private static decimal SumSavings(EvaluationReport report) =>
        report
            .Resources.Where(r => r is { IsAdvisory: false, Decision.Action: ScalingAction.ScaleIn })
            .Sum(r => Math.Max(0, -(r.Decision!.MonthlyCostChange?.Amount ?? 0)));

    private static decimal? ParseAmount(string text) =>
        text.StartsWith(Saving, StringComparison.OrdinalIgnoreCase)
        && decimal.TryParse(text.AsSpan(Saving.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var amount)
            ? amount
            : null;
}
