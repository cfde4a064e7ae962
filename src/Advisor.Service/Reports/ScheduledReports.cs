using System.Globalization;
using Advisor.Configuration.Reports;
using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Notify;
using Advisor.State.Notifications;

namespace Advisor.Service.Reports;

/// <summary>
/// Enqueues each report once for its period. The delivery is written first, under a name made of the report and the time at which it was
/// due, then the mark: whoever ends between the two, or runs beside another, enqueues the same row again, which changes nothing.
/// </summary>
/// <remarks>
/// A report that is seen for the first time waits for its next time. One whose time passed while the service was off is sent once when it
/// is back; of several times that passed, only the last.
/// </remarks>
internal sealed class ScheduledReports(ServiceDependencies dependencies)
{
    private readonly ClockCheck clock = new(dependencies);

    // What is done already costs no call.
    private readonly Dictionary<string, DateOnly> marked = new(StringComparer.Ordinal);

    /// <returns>The deliveries enqueued, whose messages leave now; the next tick sends those that got lost.</returns>
    public async Task<IReadOnlyList<OutboxKey>> EnqueueDueAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        if (dependencies.Reports.Count == 0)
        {
            return [];
        }

        now = await clock.ReadTimeAsync(now, cancellation);
        var keys = new List<OutboxKey>();
        foreach (var report in dependencies.Reports)
        {
            keys.AddRange(await EnqueueDueAsync(report, now, cancellation) is { } key ? [key] : []);
        }

        return keys;
    }

    private async Task<OutboxKey?> EnqueueDueAsync(ReportSettings report, DateTimeOffset now, CancellationToken cancellation)
    {
        var (day, dueAt) = report.FindLastDue(now);
        var name = $"{report.Name}\n{report.ScheduleText}";
        if (marked.TryGetValue(name, out var known) && known >= day)
        {
            return null;
        }

        var (marks, outbox) = (dependencies.State.Reports, dependencies.State.Outbox);
        var mark = await marks.FindAsync(report.Name, report.ScheduleText, cancellation);
        var item = CreateItem(report, dueAt, now);
        var isEnqueued = mark is not null && mark.Day < day && await outbox.EnqueueAsync(item, cancellation);
        if (mark is null || mark.Day < day)
        {
            await marks.SaveAsync(new ReportMark(report.Name, report.ScheduleText, day, now), cancellation);
        }

        marked[name] = day;
        return isEnqueued ? OutboxKey.FromItem(item) : null;
    }

    private static OutboxItem CreateItem(ReportSettings report, DateTimeOffset dueAt, DateTimeOffset now)
    {
        var key = string.Create(CultureInfo.InvariantCulture, $"report/{report.Name}/{dueAt.UtcDateTime:yyyy-MM-dd'T'HH:mm}");
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
                + string.Create(CultureInfo.InvariantCulture, $", {day:yyyy-MM-dd} ({Wording.FormatDuration(report.Since)})"),
            Text = $"Report {report.Name}.",
            Since = dueAt,
            At = now,
            Team = report.Team,
            Report = report.Name,
        };
    }
}
