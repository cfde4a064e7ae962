using Advisor.Service.Notify;
using Advisor.State.Notifications;

namespace Advisor.Service.Recommend;

/// <summary>
/// Enqueues the digest of each team once for its due time. The notice is written first, under a name made of the team and that time, then
/// the mark; it is the first step of a tick, so that a notice whose mark a crash has lost is still in the outbox when it is written again.
/// </summary>
/// <remarks>
/// A team that is seen for the first time waits for its next time. A digest whose time passed while the service was off is sent once when
/// it is back; of several times that passed, only the last.
/// </remarks>
internal sealed class ScheduledDigests(ServiceDependencies dependencies)
{
    private readonly ClockCheck clock = new(dependencies);

    // What is done already costs no call.
    private readonly Dictionary<string, DateTimeOffset> marked = new(StringComparer.Ordinal);

    public async Task EnqueueDueAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        now = await clock.ReadTimeAsync(now, cancellation);
        foreach (var team in dependencies.Routing.Teams)
        {
            await EnqueueDueAsync(team, now, cancellation);
        }
    }

    private async Task EnqueueDueAsync(string team, DateTimeOffset now, CancellationToken cancellation)
    {
        var schedule = dependencies.Routing.FindDigest(team);
        var (dueAt, name) = (schedule.FindLastDue(now), $"{team}\n{schedule}");
        if (marked.TryGetValue(name, out var known) && known >= dueAt)
        {
            return;
        }

        var marks = dependencies.State.Digests;
        var last = await marks.FindAsync(team, schedule.ToString(), cancellation);
        if (last is null || last.DueAt < dueAt)
        {
            var entries = last is null ? [] : await EnqueueAsync(team, last, dueAt, cancellation);
            await marks.SaveAsync(new DigestMark(team, schedule.ToString(), dueAt, entries, now), cancellation);
        }

        marked[name] = dueAt;
    }

    private async Task<IReadOnlyList<DigestEntry>> EnqueueAsync(
        string team,
        DigestMark last,
        DateTimeOffset dueAt,
        CancellationToken cancellation
    )
    {
        var records = await dependencies.State.Evaluations.ListAsync(cancellation);
        var builder = new DigestBuilder(
            team,
            [.. records.Where(record => dependencies.Routing.FindDigestTeam(record.Team) == team)],
            last,
            dueAt
        );
        if (builder.Build(dependencies.Links) is { } digest)
        {
            await dependencies.State.Outbox.EnqueueAsync(digest.ToItem(), cancellation);
        }

        return builder.Entries;
    }
}
