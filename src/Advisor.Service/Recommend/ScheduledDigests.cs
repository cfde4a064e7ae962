using Advisor.Service.Notify;
using Advisor.State.Notifications;

namespace Advisor.Service.Recommend;

/// <summary>
/// Enqueues the digest of each team once for its due time: the first step of a tick, so that a notice whose mark a crash has lost is still
/// in the outbox when it is written again.
/// </summary>
internal sealed class ScheduledDigests(ServiceDependencies dependencies)
{
    private readonly ClockCheck clock = new(dependencies);
    private readonly ScheduleProgress<DigestMark> progress = new(dependencies.State.Digests);

    public async Task EnqueueDueAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        now = await clock.ReadTimeAsync(now, cancellation);
        foreach (var team in dependencies.Routing.Teams)
        {
            var schedule = dependencies.Routing.FindDigest(team);
            var due = new DigestMark(team, schedule.ToString(), schedule.FindLastDue(now), [], now);
            await progress.AdvanceAsync(due, last => EnqueueAsync(due, last, cancellation), cancellation);
        }
    }

    private async Task<DigestMark> EnqueueAsync(DigestMark due, DigestMark last, CancellationToken cancellation)
    {
        var records = await dependencies.State.Evaluations.ListAsync(cancellation);
        var builder = new DigestBuilder(
            due.Team,
            [.. records.Where(record => dependencies.Routing.FindDigestTeam(record.Team) == due.Team)],
            last,
            due.DueAt
        );
        if (builder.Build(dependencies.Links) is { } digest)
        {
            await dependencies.State.Outbox.EnqueueAsync(digest.ToItem(), cancellation);
        }

        return due with
        {
            Entries = builder.Entries,
        };
    }
}
