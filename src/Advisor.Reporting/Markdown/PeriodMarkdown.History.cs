using System.Text;
using Advisor.Core.Decisions;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Markdown;

/// <content>Alerts and changes of the window; pauses and pins.</content>
public static partial class PeriodMarkdown
{
    private static void WriteAlerts(StringBuilder text, PeriodReport report)
    {
        WriteLines(text, "", "## Alerts", "");
        if (report.Alerts.Count == 0)
        {
            WriteLines(text, "None.");
            return;
        }

        WriteNote(text, PeriodPhrases.DescribeListedAlerts(report));
        WriteLines(
            text,
            "| Resource | Alert | Severity | State | Since (UTC) | Lasted | Why |",
            "| --- | --- | --- | --- | --- | --- | --- |"
        );
        foreach (var alert in report.ListedAlerts)
        {
            var since = alert.Since is { } at ? PeriodPhrases.FormatTime(at) : "not recorded";
            WriteRow(
                text,
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

    private static void WriteChanges(StringBuilder text, PeriodReport report)
    {
        if (report.Changes is not { } changes)
        {
            return;
        }

        WriteLines(text, "", "## Changes", "");
        if (changes.Count == 0)
        {
            WriteLines(text, "None in the window.");
            return;
        }

        WriteNote(text, PeriodPhrases.DescribeListedChanges(changes));
        WriteLines(text, "| Decided (UTC) | Resource | Change | Outcome | Why |", "| --- | --- | --- | --- | --- |");
        foreach (var change in changes.Listed)
        {
            WriteRow(
                text,
                PeriodPhrases.FormatTime(change.At),
                change.ResourceName,
                PeriodPhrases.FormatSizes(change),
                change.State,
                change.Text ?? ""
            );
        }
    }

    private static void WritePauses(StringBuilder text, PeriodReport report)
    {
        if (report.Pauses.Count == 0)
        {
            return;
        }

        WriteLines(text, "", "## Paused and pinned", "", "| Resource | What, by whom and until when |", "| --- | --- |");
        foreach (var pause in report.Pauses)
        {
            WriteRow(text, pause.ResourceName, pause.Text);
        }
    }
}
