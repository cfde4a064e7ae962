using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Reports;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>One condition of <c>--fail-on</c>: the pass ends with exit code 8 where it holds.</summary>
/// <param name="Name">What is looked for, in lower case.</param>
/// <param name="Amount">What the saving must exceed, in the currency of the prices; null for the other conditions.</param>
internal sealed record FailCondition(string Name, decimal? Amount = null)
{
    /// <summary>What <c>--fail-on</c> takes, for help and errors.</summary>
    public const string Known = "recommendation, overload, blocked and saving>AMOUNT";

    private const string Saving = "saving>";

    private static readonly string[] Names = ["recommendation", "overload", "blocked"];

    /// <summary>Reads one condition; null where it is none.</summary>
    public static FailCondition? Parse(string text) =>
        Names.Contains(text, StringComparer.OrdinalIgnoreCase) ? new FailCondition(text.ToLowerInvariant())
        : ParseAmount(text) is { } amount ? new FailCondition(Saving, amount)
        : null;

    /// <summary>Whether the condition holds for a report.</summary>
    public bool IsMet(EvaluationReport report) =>
        Name switch
        {
            "recommendation" => report.HasRecommendation,
            "overload" => report.Resources.Any(ReportSelection.IsOverloaded),
            "blocked" => report.Resources.Any(IsBlocked),
            _ => SumSavings(report) > Amount,
        };

    // A limit is exceeded, and the decision still keeps the size: something forbids the scale-out or it would not help.
    private static bool IsBlocked(ResourceReport resource) =>
        ReportSelection.IsOverloaded(resource)
        && resource.Decision is { Action: ScalingAction.Hold or ScalingAction.Advise, DataState: DataState.Ok };

    // What the scale-ins would save, in the currency of the prices. Tier changes are advice and no saving.
    private static decimal SumSavings(EvaluationReport report) =>
        report
            .Resources.Where(r => r.Decision is { Action: ScalingAction.ScaleIn })
            .Sum(r => Math.Max(0, -(r.Decision!.MonthlyCostChange?.Amount ?? 0)));

    private static decimal? ParseAmount(string text) =>
        text.StartsWith(Saving, StringComparison.OrdinalIgnoreCase)
        && decimal.TryParse(text.AsSpan(Saving.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var amount)
            ? amount
            : null;
}
