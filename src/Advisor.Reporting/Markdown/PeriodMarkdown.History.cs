using Advisor.Core.Decisions;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Markdown;

/// <content>Alerts and changes of the window; pauses and pins.</content>
public static partial class PeriodMarkdown
{
    private static void WriteAlerts(MarkdownText text, PeriodReport report)
    {
        text.WriteHeading("Alerts");
        if (report.Alerts.Count == 0)
        {
            text.WriteLines("None.");
            return;
        }

        WriteNote(text, PeriodPhrases.DescribeListedAlerts(report));
        text.WriteLines(
            "| Resource | Alert | Severity | State | Since (UTC) | Lasted | Why |",
            "| --- | --- | --- | --- | --- | --- | --- |"
        );
        foreach (var alert in report.ListedAlerts)
        {
            var since = alert.Since is { } at ? PeriodPhrases.FormatTime(at) : "not recorded";
            text.WriteTextRow(
                alert.ResourceName,
                PeriodPhrases.FormatAlertName(alert.Condition),
                alert.Severity.FormatName(),
                alert.Phase.FormatName(),
                since,
                PeriodPhrases.FormatAlertDuration(report, alert),
                PeriodPhrases.DescribeReason(alert)
            );
        }
    }

    private static void WriteChanges(MarkdownText text, PeriodReport report)
    {
        if (report.Changes is not { } changes)
        {
            return;
        }

        text.WriteHeading("Changes");
        if (changes.Count == 0)
        {
            text.WriteLines("None in the window.");
            return;
        }

        WriteNote(text, PeriodPhrases.DescribeListedChanges(report));
        text.WriteLines("| Decided (UTC) | Resource | Change | Outcome | Why |", "| --- | --- | --- | --- | --- |");
        foreach (var change in changes.Listed)
        {
            text.WriteTextRow(
                PeriodPhrases.FormatTime(change.At),
                change.ResourceName,
                PeriodPhrases.FormatSizes(change),
                change.State,
                change.Text ?? ""
            );
        }
    }

    private static void WritePauses(MarkdownText text, PeriodReport report)
    {
        if (report.Pauses.Count == 0)
        {
            return;
        }

        text.WriteLines("", "## Paused and pinned", "", "| Resource | What, by whom and until when |", "| --- | --- |");
        foreach (var pause in report.Pauses)
        {
            text.WriteTextRow(pause.ResourceName, pause.Text);
        }
    }
}
