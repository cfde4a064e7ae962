using Advisor.Core.Rules;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>
/// Groups waiting alerts and notices into notifications of teams, one delivery per channel. The complete plan is written first, by one
/// instance; then its deliveries are enqueued, its alerts and notices completed, and the plan is removed. A crash, or several instances at
/// once, neither lose nor repeat a message: the next call finds the plan and completes it. docs/decisions/0096 has the proof.
/// </summary>
internal sealed class NotificationGrouping(
    AdvisorState state,
    RuleSet rules,
    NotificationRouting routing,
    NotificationLinks links,
    ClockCheck clock
)
{
    // A plan has a size limit; the rest follows at once in the next plan.
    private const int MaxPlans = 50;
    private const int MaxItems = 40_000;
    private const int MinItemsPerBucket = 1000;

    /// <summary>
    /// Problem that stopped the last grouping: the journal is of a newer version or cannot be used. Null when it succeeded.
    /// </summary>
    public string? Problem { get; private set; }

    /// <summary>Groups everything that waits; a team that was notified of alerts in this interval waits for the next one.</summary>
    /// <returns>Deliveries enqueued, whose messages are sent now; the next tick sends those that get lost.</returns>
    public Task<IReadOnlyList<OutboxKey>> RunAsync(DateTimeOffset now, CancellationToken cancellation) =>
        GroupAsync(static _ => true, null, now, cancellation);

    /// <summary>
    /// Groups the notices, and the alerts that earlier ticks left. Alerts of the current tick may be incomplete after a crash; the call
    /// that completes the tick groups them, so that a team still gets one notification of an outage.
    /// </summary>
    /// <param name="buckets">Buckets with waiting rows; null = not known.</param>
    /// <returns>Deliveries enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> GroupEarlierAsync(
        DateTimeOffset tick,
        DateTimeOffset now,
        CancellationToken cancellation,
        IReadOnlyCollection<int>? buckets = null
    ) => GroupAsync(item => item.Kind == OutboxKind.Notification || item.CreatedAt < tick, buckets, now, cancellation);

    /// <summary>Groups notices only, which wait for nothing else.</summary>
    /// <returns>Deliveries enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> GroupNoticesAsync(DateTimeOffset now, CancellationToken cancellation) =>
        GroupAsync(static item => item.Kind == OutboxKind.Notification, null, now, cancellation);

    /// <summary>Groups the waiting rows. A failure postpones notifications and does not delay decisions.</summary>
    private async Task<IReadOnlyList<OutboxKey>> GroupAsync(
        Func<OutboxItem, bool> which,
        IReadOnlyCollection<int>? buckets,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        try
        {
            Problem = null;
            var (journal, outbox) = (state.Grouping, state.Outbox);
            now = await clock.ReadTimeAsync(now, cancellation);
            var keys = new List<OutboxKey>();
            for (var plans = 0; plans < MaxPlans; plans++)
            {
                var stand = await journal.ReadAsync(cancellation);
                if (stand.Problem is { } damaged)
                {
                    await outbox.EnqueueAsync(StateNotices.CreateUnreadableJournal(damaged, now).ToItem(), cancellation);
                }

                if (stand.Plan is { } left)
                {
                    keys.AddRange(
                        await CarryOutAsync(stand, left, await outbox.ListSourcesAsync(int.MaxValue, null, cancellation), now, cancellation)
                    );
                    continue;
                }

                // Listed after the journal was read: the rows of an earlier plan are complete by now.
                var maxItems = Math.Max(MinItemsPerBucket, MaxItems / state.Buckets);
                var waiting = await outbox.ListSourcesAsync(maxItems, buckets, cancellation);
                var items = waiting.Where(which).ToList();
                var (plan, memory) = GroupingPlanner.Plan(
                    items,
                    routing,
                    links,
                    rules.Alerts,
                    stand.Memory,
                    now,
                    await FindFailingChannelsAsync(items, cancellation)
                );
                if (
                    (plan.Sources.Count == 0 && plan.Deliveries.Count == 0)
                    || await journal.BeginAsync(stand, plan, memory, now, cancellation) is not { } begun
                )
                {
                    return keys;
                }

                keys.AddRange(await CarryOutAsync(begun, plan, items, now, cancellation));
                if (plan.Sources.Count == waiting.Count && waiting.Count < maxItems)
                {
                    // Everything that waited is enqueued.
                    return keys;
                }
            }

            return keys;
        }
        catch (StateStoreException e) when (!e.IsTransient)
        {
            Problem = e.Message;
            return [];
        }
    }

    // Read only when an alert about a channel waits.
    private async Task<IReadOnlySet<string>?> FindFailingChannelsAsync(List<OutboxItem> items, CancellationToken cancellation) =>
        !items.Exists(item => item.Kind == OutboxKind.Alert && item.Scope.StartsWith("channel:", StringComparison.Ordinal))
            ? null
            : (await state.Fleet.ListChannelHealthAsync(cancellation))
                .Where(channel => channel.FailedInARow > 0)
                .Select(channel => channel.Name)
                .ToHashSet(StringComparer.OrdinalIgnoreCase);

    private async Task<IEnumerable<OutboxKey>> CarryOutAsync(
        GroupingProgress stand,
        PlannedDeliveries plan,
        IReadOnlyList<OutboxItem> open,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        await state.Outbox.EnqueueAsync(plan.Deliveries, cancellation);
        var contained = plan.Sources.ToHashSet(StringComparer.Ordinal);
        await state.Outbox.CompleteAsync([.. open.Where(item => contained.Contains(OutboxRows.ComputeHash(item)))], cancellation);
        await state.Grouping.EndAsync(stand, now, cancellation);
        return plan.Deliveries.Where(item => item.Kind == OutboxKind.Delivery).Select(OutboxKey.FromItem);
    }
}
