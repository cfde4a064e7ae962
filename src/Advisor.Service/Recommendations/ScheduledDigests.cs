using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Reports;
using Advisor.Service.Store;

namespace Advisor.Service.Recommendations;

/// <summary>
/// Enqueues the digest of each team once for its due time: the first step of a tick, so that a notice whose mark a crash has lost is still
/// in the outbox when it is written again.
/// </summary>
internal sealed class ScheduledDigests(
    AdvisorState state,
    NotificationRouting routing,
    NotificationLinks links,
    ClockCheck clock,
    RowFaults faults
)
{
    private readonly ScheduleProgress<DigestMark> progress = new(state.Digests);

    public async Task EnqueueDueAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        now = await clock.ReadTimeAsync(now, cancellation);
        foreach (var team in routing.Teams)
        {
            var schedule = routing.FindDigest(team);
            var due = new DigestMark(team, schedule.ToString(), schedule.FindLastDue(now), [], now);
            await faults.RunAsync(() =>
                progress.AdvanceAsync(
                    due,
                    last => EnqueueAsync(due, due.IsLaterThan(last) ? last : null, schedule.TimeZone, cancellation),
                    cancellation
                )
            );
        }
    }

    private async Task<DigestMark> EnqueueAsync(DigestMark due, DigestMark? last, TimeZoneInfo zone, CancellationToken cancellation)
    {
        var records = await state.Evaluations.ListAsync(cancellation);
        var builder = new DigestBuilder(
            due.Team,
            [.. records.Where(record => routing.FindDigestTeam(record.Team) == due.Team)],
            last,
            due.DueAt,
            zone
        );
        if (builder.Build(links) is { } digest)
        {
            await state.Outbox.EnqueueAsync(digest.ToItem(), cancellation);
        }

        return due with
        {
            Entries = builder.Entries,
        };
    }
}
