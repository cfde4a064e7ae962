using System.Globalization;
using System.Text;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Reporting;

/// <summary>Phrases of a report over a window, shared by the page and the Markdown.</summary>
public static class PeriodPhrases
{
    private static readonly TimeSpan NoticeableTime = TimeSpan.FromMinutes(1);

    /// <summary>Returns "Capacity report", or "Capacity report, team chat".</summary>
    public static string FormatTitle(PeriodReport report) =>
        report.Team is { } team ? $"Capacity report, team {UntrustedText.Sanitize(team)}" : "Capacity report";

    /// <summary>Returns a window such as "2026-01-01 08:00 to 2026-01-31 08:00 UTC (30 days)".</summary>
    public static string FormatWindow(PeriodReport report) =>
        $"{FormatTime(report.From)} to {FormatTime(report.Evaluation.Time)} UTC ({Wording.FormatDuration(report.Period)})";

    /// <summary>Returns the sentences that a report begins with: counts, cost, budgets, risk, alerts and pauses.</summary>
    public static IEnumerable<string> Summarize(PeriodReport report) =>
        ReportPhrases
            .Summarize(report.Evaluation)
            .Concat(DescribeBudgets(report))
            .Append(SummarizeRisk(report))
            .Append(SummarizeAlerts(report))
            .Append(SummarizePauses(report))
            .OfType<string>();

    /// <summary>Summarizes how many resources exceeded their target, and for how long.</summary>
    public static string SummarizeRisk(PeriodReport report)
    {
        var (atRisk, read) = (report.FindAtRisk(), report.Evaluation.Resources.Count(r => r.Usage.Any(p => p.Required is not null)));
        return read == 0 ? "No metrics were read in the window."
            : atRisk.Count == 0 ? $"{Wording.FormatCount(read, "resource")} stayed within the target for the whole window."
            : $"{Wording.FormatNumber(atRisk.Count)} of {Wording.FormatCount(read, "resource")} exceeded the target, "
                + $"{UntrustedText.Sanitize(atRisk[0].Resource.Name)} the longest "
                + $"({FormatDuration(atRisk[0].Usage.AboveTarget)}).";
    }

    /// <summary>Describes each budget of the report: what is expected of it, to date, the resources that cost most.</summary>
    public static IEnumerable<string> DescribeBudgets(PeriodReport report) =>
        report.Budgets.Select(BudgetText.Describe).Select(UntrustedText.Sanitize);

    /// <summary>Why an alert fired, and why its notifications are suppressed; empty where neither is known.</summary>
    public static string DescribeReason(ReportedAlert alert) =>
        string.Join(' ', new[] { alert.Text, alert.SuppressedBy is { } reason ? $"Suppressed: {reason}" : null }.OfType<string>());

    /// <summary>"3 alerts fired: 1 is firing, 2 were resolved." With the one that lasted the longest.</summary>
    public static string SummarizeAlerts(PeriodReport report)
    {
        var fired = report.Alerts.Where(alert => alert.HasFired).ToList();
        var firing = fired.Count(alert => alert.IsFiring);
        if (report.Changes is null)
        {
            return firing == 0 ? "No alert is firing." : $"{Wording.FormatCount(firing, "alert")} {Wording.FormatIsOrAre(firing)} firing.";
        }

        if (fired.Count == 0)
        {
            return "No alert fired in the window.";
        }

        var resolved = fired.Count - firing;
        var parts = new[]
        {
            firing > 0 ? $"{Wording.FormatNumber(firing)} {Wording.FormatIsOrAre(firing)} firing" : "",
            resolved > 0 ? $"{Wording.FormatNumber(resolved)} {(resolved == 1 ? "was" : "were")} resolved" : "",
        };
        var longest = fired.MaxBy(alert => alert.ComputeDuration(report.Evaluation.Time))!;
        return $"{Wording.FormatCount(fired.Count, "alert")} fired: {string.Join(", ", parts.Where(part => part.Length > 0))}."
            + (
                longest.ComputeDuration(report.Evaluation.Time) is null
                    ? ""
                    : $" The longest: {FormatAlertName(longest.Condition)} on {UntrustedText.Sanitize(longest.ResourceName)}, "
                        + $"{FormatDurationSoFar(report, longest)}."
            );
    }

    /// <summary>"2 resources are paused or pinned, 1 without an end."; null where none is.</summary>
    public static string? SummarizePauses(PeriodReport report)
    {
        var resources = Count(report.Pauses);
        var endless = Count(report.Pauses.Where(pause => pause.Until is null));
        return resources == 0
            ? null
            : $"{Wording.FormatCount(resources, "resource")} {Wording.FormatIsOrAre(resources)} paused or pinned"
                + (endless == 0 ? "." : $", {(endless == resources ? "" : $"{Wording.FormatNumber(endless)} ")}without an end.");

        static int Count(IEnumerable<ReportedPause> pauses) =>
            pauses.DistinctBy(pause => pause.ResourceId, StringComparer.OrdinalIgnoreCase).Count();
    }

    /// <summary>Says which alerts are listed of more than a report lists; null where all are.</summary>
    public static string? DescribeListedAlerts(PeriodReport report) =>
        report.Alerts.Count <= PeriodReport.MaxListed
            ? null
            : $"{PeriodReport.MaxListed} of {Wording.FormatNumber(report.Alerts.Count)} are listed: those that fire, by severity, then the "
                + $"others. {FormatTimelineCommand(report)} lists more.";

    /// <summary>Says which changes are listed of more than a report lists; null where all are.</summary>
    public static string? DescribeListedChanges(PeriodReport report)
    {
        if (report.Changes is not { AreAllListed: false } changes)
        {
            return null;
        }

        var (count, listed) = (Wording.FormatNumber(changes.Count), Wording.FormatNumber(changes.Listed.Count));
        return (
                changes.Verified == changes.Count
                    ? $"{count} changes, all of them verified. The newest {listed} are listed."
                    : $"{count} changes, {Wording.FormatNumber(changes.Verified)} of them verified. {listed} are listed: the newest of "
                        + "those that were not verified, then the newest of the others."
            ) + $" {FormatTimelineCommand(report)} lists more.";
    }

    /// <summary>The command that lists the events of the window. A report does not say where its state is.</summary>
    public static string FormatTimelineCommand(PeriodReport report) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"'advisor timeline --since {Math.Ceiling(report.Period.TotalDays)}d --limit 1000 --state STATE'"
        );

    /// <summary>"3 h"; "not recorded" where that is not known.</summary>
    public static string FormatAlertDuration(PeriodReport report, ReportedAlert alert) =>
        alert.ComputeDuration(report.Evaluation.Time) is { } span ? FormatDuration(span) : "not recorded";

    /// <summary>"3 h"; "3 h so far" while it lasts.</summary>
    public static string FormatDurationSoFar(PeriodReport report, ReportedAlert alert) =>
        FormatAlertDuration(report, alert) + (alert.IsResolved || alert.Since is null ? "" : " so far");

    /// <summary>
    /// Returns a sentence such as "Above the target for 3 h of 30 days (0.42 %). Peak: 118 % of the target (server load) at 2026-01-03
    /// 19:30 UTC."
    /// </summary>
    public static string DescribeUsage(UsageSummary usage) =>
        usage.Peak is not { } peak
            ? "No metrics in the window."
            : (
                usage.WasAtRisk
                    ? $"Above the target for {FormatDuration(usage.AboveTarget)} of {FormatDuration(usage.Known)} ({FormatShare(usage)}). "
                    : "Within the target for the whole window. "
            ) + $"Peak: {FormatPeak(peak)} at {FormatTime(peak.Start)} UTC.";

    /// <summary>Returns a peak such as "118 % of the target (server load)".</summary>
    public static string FormatPeak(UsagePoint peak) =>
        $"{Wording.FormatUtilization(new Ratio(peak.Utilization ?? 0))} of the target ({ReportPhrases.FormatLimit(peak.Limit)})";

    /// <summary>Returns the share of the time with metrics, such as "0.42 %".</summary>
    public static string FormatShare(UsageSummary usage) =>
        usage.AboveTarget == usage.Known ? "100 %" : Wording.FormatPercent(usage.AboveTarget / usage.Known, 2);

    /// <summary>Returns a duration such as "3 h 30 min"; never 0.</summary>
    public static string FormatDuration(TimeSpan span) => Wording.FormatDuration(span < NoticeableTime ? NoticeableTime : span);

    /// <summary>Returns a time such as "2026-01-31 08:00", UTC.</summary>
    public static string FormatTime(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm");

    /// <summary>Returns the name of an alert: "Suspect metric" for the condition suspectMetric.</summary>
    public static string FormatAlertName(string condition)
    {
        var words = new StringBuilder();
        foreach (var letter in UntrustedText.Sanitize(condition))
        {
            words.Append(
                words.Length == 0 ? char.ToUpperInvariant(letter).ToString()
                : char.IsUpper(letter) ? " " + char.ToLowerInvariant(letter)
                : letter.ToString()
            );
        }

        return words.ToString();
    }

    /// <summary>"S1 x 5 to 7", "S1 x 5 to P1 x 3".</summary>
    public static string FormatSizes(ReportedChange change) =>
        ReportPhrases.FormatSize(change.From)
        + " to "
        + (change.From.Sku == change.To.Sku ? change.To.Units.ToString() : ReportPhrases.FormatSize(change.To));
}
