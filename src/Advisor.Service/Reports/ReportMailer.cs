using Advisor.Configuration.Reports;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Telemetry;

namespace Advisor.Service.Reports;

/// <summary>Makes the mail of a report: evaluates the fleet over its window, adds what the state knows, renders.</summary>
public sealed class ReportMailer(
    AdvisorState state,
    FleetEvaluator evaluator,
    FleetScope scope,
    RuleSet rules,
    NotificationRouting routing,
    IReadOnlyList<MonthlyBudget> budgets,
    IReadOnlyList<ReportSettings> reports,
    Func<PeriodReport, Task<RenderedReport>>? render
)
{
    private readonly ReportEvaluations evaluations = new(evaluator, scope);

    /// <summary>Frees what no report needs any more; called by every tick.</summary>
    internal void DropOldEvaluation(DateTimeOffset now) => evaluations.DropOld(now);

    /// <summary>The notification of a report with its document.</summary>
    internal async Task<AttachedReport> AttachAsync(Notification message, DateTimeOffset now, CancellationToken cancellation)
    {
        var report = reports.FirstOrDefault(known => string.Equals(known.Name, message.Report, StringComparison.OrdinalIgnoreCase));
        if (report is null || render is null)
        {
            return AttachedReport.Refused($"Report {message.Report} is not in the settings.");
        }

        try
        {
            return await evaluations.UseAsync(
                report.Since,
                now,
                async evaluation =>
                {
                    if (PeriodReportBuilder.FindFailure(evaluation) is { } problem)
                    {
                        return AttachedReport.RetryLater($"Report {report.Name} could not be created: {problem}");
                    }

                    var period = PeriodReportBuilder.Create(evaluation, report.Since, report.Team, routing.FindTeamName, budgets);
                    period = await PeriodReportBuilder.AddHistoryAsync(period, state, rules, cancellation);
                    return new(message with { Document = await CreateDocumentAsync(report, period, render) }, null);
                },
                cancellation
            );
        }
        catch (Exception e) when (e is not OutOfMemoryException && !cancellation.IsCancellationRequested)
        {
            ServiceTelemetry.RecordFault("report", e);
            return AttachedReport.RetryLater(
                $"Report {report.Name} could not be created ({e.GetType().Name}: {e.Message.ReplaceLineEndings(" ")})."
            );
        }
    }

    /// <summary>The notification of a report that a person asked for; no two are the same.</summary>
    public static Notification CreateTrial(ReportSettings report, DateTimeOffset now) =>
        ScheduledReports.CreateNotification(report, $"report/{report.Name}/test-{now.UtcTicks}", now, now);

    /// <summary>The mail of a report.</summary>
    public static async Task<MailDocument> CreateDocumentAsync(
        ReportSettings report,
        PeriodReport period,
        Func<PeriodReport, Task<RenderedReport>> render
    )
    {
        var rendered = await render(period);
        return new MailDocument
        {
            To = report.To,
            Text = rendered.Text,
            Html = rendered.Html,
            FileName = CreateFileName(report, period),
            File = rendered.File,
        };
    }

    /// <summary>"capacity-chat-2026-03-02.html".</summary>
    private static string CreateFileName(ReportSettings report, PeriodReport period)
    {
        var team = new string([.. (report.Team ?? "").Select(c => char.IsAsciiLetterOrDigit(c) ? char.ToLowerInvariant(c) : '-')]).Trim(
            '-'
        );
        var day = TimeZoneInfo.ConvertTime(period.Evaluation.Time, report.TimeZone);
        return $"capacity-{team}{(team.Length > 0 ? "-" : "")}{day:yyyy-MM-dd}.html";
    }
}
