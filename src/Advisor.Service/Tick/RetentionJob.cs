using Advisor.Service.Notify;

namespace Advisor.Service.Tick;

/// <summary>
/// Deletes what is older than it is kept: every bucket, and what belongs to no bucket, once a day, a share at a time, by the one that
/// completes a tick. What is missed while no instance runs is done the day after. A row that cannot be processed is reported once a day and
/// skipped; it ends no tick.
/// </summary>
internal sealed class RetentionJob(ServiceDependencies dependencies)
{
    /// <summary>The shares whose time came between two completed ticks.</summary>
    /// <param name="before">The tick completed before; null = none: nothing is old yet.</param>
    public async Task RunAsync(DateTimeOffset? before, DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation)
    {
        var problems = new List<string>();
        foreach (var share in FindDueShares(before ?? tick, tick, dependencies.State.Buckets + 1))
        {
            var (_, fault) = await FaultIsolation.RunAsync(async () =>
                Tuple.Create(
                    await (
                        share == dependencies.State.Buckets
                            ? dependencies.State.Retention.PurgeFleetAsync(dependencies.Options.Retention, now, cancellation)
                            : dependencies.State.Retention.PurgeBucketAsync(
                                share,
                                dependencies.Options.Retention,
                                now,
                                cancellation,
                                problems
                            )
                    )
                )
            );
            problems.AddRange(fault is null ? [] : [fault]);
        }

        if (problems.Count > 0)
        {
            await dependencies.State.Outbox.EnqueueAsync(StateNotices.UnreadableInRetention(problems, now).ToItem(), cancellation);
        }
    }

    /// <summary>Share n of N is due at n/N of the day (UTC).</summary>
    private static IEnumerable<int> FindDueShares(DateTimeOffset before, DateTimeOffset tick, int shares)
    {
        var (first, last) = (ShareNumberAt(before, shares) + 1, ShareNumberAt(tick, shares));
        return Enumerable.Range(0, (int)Math.Clamp(last - first + 1, 0, shares)).Select(i => (int)((last - i) % shares));
    }

    // Counted through since year 1, so that midnight is no special case.
    private static long ShareNumberAt(DateTimeOffset at, int shares) => (long)((Int128)at.UtcTicks * shares / TimeSpan.TicksPerDay);
}
