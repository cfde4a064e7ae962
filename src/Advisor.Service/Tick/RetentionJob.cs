using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Store;

namespace Advisor.Service.Tick;

/// <summary>
/// Deletes records past their retention period: every bucket, and rows that belong to no bucket, once a day, in shares, by the instance
/// that completes a tick. Work missed while no instance runs is done the next day. A row that cannot be processed is reported once a day
/// and skipped; it does not fail the tick.
/// </summary>
internal sealed class RetentionJob(AdvisorState state, ServiceOptions options)
{
    /// <summary>Runs the shares that became due between two completed ticks.</summary>
    /// <param name="before">The previous completed tick; null = none, so that nothing is old yet.</param>
    public async Task RunAsync(DateTimeOffset? before, DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation)
    {
        var problems = new List<string>();
        foreach (var share in FindDueShares(before ?? tick, tick, state.Buckets + 1))
        {
            var (_, fault) = await FaultIsolation.RunAsync(async () =>
                Tuple.Create(
                    await (
                        share == state.Buckets
                            ? state.Retention.PurgeFleetAsync(options.Retention, now, cancellation)
                            : state.Retention.PurgeBucketAsync(share, options.Retention, now, cancellation, problems)
                    )
                )
            );
            problems.AddRange(fault is null ? [] : [fault]);
        }

        if (problems.Count > 0)
        {
            await state.Outbox.EnqueueAsync(StateNotices.CreateUnreadableInRetention(problems, now).ToItem(), cancellation);
        }
    }

    /// <summary>Returns the shares due between two ticks: share n of N is due at n/N of the day (UTC).</summary>
    private static IEnumerable<int> FindDueShares(DateTimeOffset before, DateTimeOffset tick, int shares)
    {
        var (first, last) = (ComputeShareNumber(before, shares) + 1, ComputeShareNumber(tick, shares));
        return Enumerable.Range(0, (int)Math.Clamp(last - first + 1, 0, shares)).Select(i => (int)((last - i) % shares));
    }

    // Counted continuously since year 1, so that midnight is no special case.
    private static long ComputeShareNumber(DateTimeOffset at, int shares) => (long)((Int128)at.UtcTicks * shares / TimeSpan.TicksPerDay);
}
