using Advisor.Configuration.Reports;
using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;

namespace Advisor.Service.Reports;

/// <summary>Enqueues each report once for its period.</summary>
internal sealed class ScheduledReports(AdvisorState state, IReadOnlyList<ReportSettings> reports, ClockCheck clock, RowFaults faults)
{
    private readonly ScheduleProgress<ReportMark> progress = new(state.Reports);

    /// <returns>The deliveries enqueued, whose messages leave now; the next tick sends those that got lost.</returns>
    public async Task<IReadOnlyList<OutboxKey>> EnqueueDueAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        if (reports.Count == 0)
        {
            return [];
        }

        now = await clock.ReadTimeAsync(now, cancellation);
        var keys = new List<OutboxKey>();
        foreach (var report in reports)
        {
            var (day, dueAt) = report.FindLastDue(now);
            var due = new ReportMark(report.Name, report.ScheduleText, day, now);
            await faults.RunAsync(() => progress.AdvanceAsync(due, _ => EnqueueAsync(report, dueAt, due), cancellation));
        }

        return keys;

        async Task<ReportMark> EnqueueAsync(ReportSettings report, DateTimeOffset dueAt, ReportMark due)
        {
            var item = CreateItem(report, dueAt, now);
            keys.AddRange(await state.Outbox.EnqueueAsync(item, cancellation) ? [OutboxKey.FromItem(item)] : []);
            return due;
        }
    }

    private static OutboxItem CreateItem(ReportSettings report, DateTimeOffset dueAt, DateTimeOffset now)
    {
        var key = $"report/{report.Name}/{dueAt.UtcDateTime:yyyy-MM-dd'T'HH:mm}";
        return DeliveryItems.CreateItem(report.Channel, $"report/{report.Name}", CreateNotification(report, key, dueAt, now), dueAt);
    }

    /// <summary>The notification that carries a report.</summary>
    /// <param name="key">Names this one alone.</param>
    /// <param name="dueAt">When it was due.</param>
    internal static Notification CreateNotification(ReportSettings report, string key, DateTimeOffset dueAt, DateTimeOffset now)
    {
        var day = TimeZoneInfo.ConvertTime(dueAt, report.TimeZone);
        return new Notification
        {
            Kind = AlertEventKind.Fired,
            Severity = AlertSeverity.Info,
            DedupKey = key,
            EventId = key,
            Title =
                (report.Team is { } team ? $"Capacity report, team {team}" : "Capacity report")
                + $", {day:yyyy-MM-dd} ({Wording.FormatDuration(report.Since)})",
            Text = $"Report {report.Name}.",
            Since = dueAt,
            At = now,
            Team = report.Team,
            Report = report.Name,
        };
    }
}
