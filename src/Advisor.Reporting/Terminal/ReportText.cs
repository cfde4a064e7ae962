using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>How a report is written as text.</summary>
/// <param name="ShowsBars">Whether each resource has the bars of its five limits, and every note is written.</param>
/// <param name="IsTerminal">Whether lines fit the width of a terminal; in a pipe nothing is shortened.</param>
/// <param name="Unicode">Whether characters beyond ASCII may be used.</param>
public readonly record struct TextLayout(bool ShowsBars, bool IsTerminal, bool Unicode);

/// <summary>
/// Writes a report as text: one line per resource with the summary and up to three notes; or the bars of every limit with all notes.
/// </summary>
public static class ReportText
{
    /// <summary>Minimum width, in columns, at which a resource with its five bars fits on one line.</summary>
    public const int WideFrom = 170;

    // With more resources the table does not fit a screen: the summary would scroll away, or be off its end.
    private const int MaxBeforeSummary = 20;

    /// <param name="console">Console to write to, with its width and colors.</param>
    public static void Write(IAnsiConsole console, EvaluationReport report, TextLayout layout)
    {
        var begins = report.Shown.Count > MaxBeforeSummary;
        if (begins)
        {
            WriteSummary(console, report, layout);
            console.WriteLine();
        }

        if (report.Shown.Count > 0)
        {
            WriteResources(console, report, layout);
            console.WriteLine();
        }

        if (!begins)
        {
            WriteSummary(console, report, layout);
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
            console.Write(CreateLine(UntrustedText.Sanitize(failure.Describe()), TextStyles.Bad));
        }

        var notes = layout.ShowsBars ? ListNotes(report) : SummaryNotes.List(report, console.Profile.Width, layout.Unicode ? "…" : "...");
        foreach (var note in notes)
        {
            console.Write(CreateLine(note, TextStyles.Muted));
        }
    }

    private static void WriteResources(IAnsiConsole console, EvaluationReport report, TextLayout layout)
    {
        if (!layout.ShowsBars)
        {
            SummaryTable.Write(console, report, layout.IsTerminal ? console.Profile.Width : null, layout.Unicode);
        }
        else if (console.Profile.Width >= WideFrom)
        {
            WideLayout.Write(console, report, layout.Unicode);
        }
        else
        {
            CompactLayout.Write(console, report, layout.Unicode);
        }
    }

    private static void WriteSummary(IAnsiConsole console, EvaluationReport report, TextLayout layout)
    {
        var sentences = layout.ShowsBars
            ? ReportPhrases.Summarize(report)
            : new[]
            {
                ReportPhrases.SummarizeCounts(report),
                CostPhrases.SummarizeTotal(report),
                CostPhrases.SummarizeActual(report),
            }.OfType<string>();
        foreach (var sentence in sentences.Concat(EndpointGroupPhrases.Describe(report)))
        {
            console.Write(CreateLine(sentence, Style.Plain));
        }
    }

    /// <summary>
    /// Returns the currency for the heading of amounts, such as "USD "; empty when there are no amounts, or several currencies.
    /// </summary>
    internal static string DescribeCurrency(EvaluationReport report) =>
        report.Shown.Select(r => r.Cost?.Units.Currency).OfType<string>().Distinct().ToList() is [var one] ? one + " " : string.Empty;

    /// <summary>
    /// Returns the lines below the table: the basis of the figures, failures of single resources, notes of the evaluation, and
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

        foreach (var note in report.AllNotes)
        {
            yield return UntrustedText.Sanitize(note);
        }

        yield return $"{Wording.FormatCount(report.MetricCalls, "metric call")} made.";
    }

    /// <summary>Returns what could not be read, then the lines of <see cref="ListNotes"/>.</summary>
    public static IEnumerable<string> ListFailuresAndNotes(EvaluationReport report) =>
        report.Failures.Select(failure => failure.Describe()).Concat(ListNotes(report));

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
