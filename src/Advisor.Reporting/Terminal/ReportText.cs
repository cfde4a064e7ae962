using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>Writes a report to a terminal: a table if it fits, else three short lines per resource.</summary>
public static class ReportText
{
    /// <summary>Minimum width, in columns, at which a resource fits on one line.</summary>
    public const int WideFrom = 170;

    /// <param name="console">Console to write to, with its width and colors.</param>
    /// <param name="unicode">Whether bars may use block characters; ASCII otherwise.</param>
    public static void Write(IAnsiConsole console, EvaluationReport report, bool unicode)
    {
        if (report.Shown.Count > 0)
        {
            if (console.Profile.Width >= WideFrom)
            {
                WideLayout.Write(console, report, unicode);
            }
            else
            {
                CompactLayout.Write(console, report, unicode);
            }

            console.WriteLine();
        }

        foreach (var sentence in ReportPhrases.Summarize(report))
        {
            console.Write(CreateLine(sentence, Style.Plain));
        }

        foreach (var resource in report.Shown)
        {
            WhatIfText.Write(console, resource);
        }

        if (report.Shown.Any(r => r.WhatIfs.Count > 0))
        {
            console.WriteLine();
        }

        foreach (var failure in report.Failures)
        {
            console.Write(CreateLine($"{UntrustedText.Sanitize(failure.Scope)}: {UntrustedText.Sanitize(failure.Text)}", TextStyles.Bad));
        }

        foreach (var note in ListNotes(report))
        {
            console.Write(CreateLine(note, TextStyles.Muted));
        }
    }

    /// <summary>
    /// Returns the currency for the heading of amounts, such as "USD "; empty when there are no amounts, or several currencies.
    /// </summary>
    internal static string DescribeCurrency(EvaluationReport report) =>
        report.Shown.Select(r => r.Cost?.Units.Currency).OfType<string>().Distinct().ToList() is [var one] ? one + " " : string.Empty;

    /// <summary>
    /// Returns the lines below the table: the basis of the figures, failures of single resources, replicas, notes of the evaluation, and
    /// its number of calls.
    /// </summary>
    public static IEnumerable<string> ListNotes(EvaluationReport report)
    {
        if (ReportPhrases.DescribeLegend(report) is { } legend)
        {
            yield return legend;
        }

        foreach (var basis in CostPhrases.DescribeBasis(report))
        {
            yield return basis;
        }

        foreach (var resource in report.Shown.Where(r => r.Failure is not null))
        {
            yield return $"{UntrustedText.Sanitize(resource.Name)}: {UntrustedText.Sanitize(resource.Failure!.Text)}";
        }

        foreach (var resource in report.Shown.Where(r => r.Replicas.Count > 0))
        {
            var replicas = resource.Replicas.Select(r =>
                $"{UntrustedText.Sanitize(r.Name)} ({UntrustedText.Sanitize(r.Region)}, "
                + $"{(r.Units is { } u ? Wording.FormatCount(u, "unit") : "units unknown")})"
            );
            yield return $"{UntrustedText.Sanitize(resource.Name)} has geo-replicas with their own units and bill, which Advisor "
                + $"does not size: {string.Join(", ", replicas)}.";
        }

        foreach (var note in report.Notes)
        {
            yield return UntrustedText.Sanitize(note);
        }

        yield return $"{Wording.FormatCount(report.MetricCalls, "metric call")} made.";
    }

    /// <summary>Creates a paragraph that wraps at the console's width.</summary>
    internal static Paragraph CreateLine(string text, Style style) => new Paragraph(text, style).Append("\n");

    internal static Style GetStyle(ResourceReport resource) =>
        resource switch
        {
            { Failure: not null } => TextStyles.Bad,
            { Decision.Action: ScalingAction.ScaleOut } => TextStyles.Bad,
            { Decision.Action: ScalingAction.Advise or ScalingAction.ChangeTier } => TextStyles.Warn,
            { Decision.Action: ScalingAction.ScaleIn } => TextStyles.Good,
            { State: not ReportState.Ok } => TextStyles.Warn,
            _ => Style.Plain,
        };
}
