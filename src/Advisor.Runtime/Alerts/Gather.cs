using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Alerts;

/// <summary>
/// Gathers what waits in the outbox into messages of teams, one delivery for each channel. The plan is written first, whole and by one; then the deliveries are
/// enqueued, the alerts and notices in them completed, and the plan removed. Ended anywhere, or run by several at once, it neither loses nor repeats a message:
/// whoever comes next finds the plan and carries it out. docs/decisions/0096 has the proof.
/// </summary>
public sealed class Gather(ServiceParts parts)
{
    // A plan has a size; what is more goes with the next one, at once.
    private const int MostPlans = 50;
    private const int MostItems = 40_000;
    private const int LeastOfBucket = 1000;

    private readonly ClockCheck clock = new(parts);

    /// <summary>Why the last call gathered nothing: the journal is of a newer version or cannot be used. Null where it could.</summary>
    public string? Problem { get; private set; }

    /// <summary>Gathers all that waits; a team that was told of alerts in this interval already waits for the next one.</summary>
    /// <returns>The deliveries enqueued, whose messages leave now; the next sweep sends those that got lost.</returns>
    public Task<IReadOnlyList<OutboxKey>> RunAsync(DateTimeOffset now, CancellationToken cancellation) => GatherAsync(static _ => true, null, now, cancellation);

    /// <summary>
    /// Gathers the notices, and the alerts that ticks before this one left over. Those of the tick itself may not be all there yet, where it was begun before and a
    /// crash ended it: who completes it gathers them, so that a team has its outage in one message all the same.
    /// </summary>
    /// <param name="buckets">Where something waits; null = not known.</param>
    /// <returns>The deliveries enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> LeftOverAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation, IReadOnlyCollection<int>? buckets = null) =>
        GatherAsync(item => item.Kind == OutboxKind.Notification || item.CreatedAt < tick, buckets, now, cancellation);

    /// <summary>Gathers notices alone, which wait for no other ones.</summary>
    /// <returns>The deliveries enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> NoticesAsync(DateTimeOffset now, CancellationToken cancellation) =>
        GatherAsync(static item => item.Kind == OutboxKind.Notification, null, now, cancellation);

    /// <summary>Messages that cannot be gathered wait; decisions do not wait for them.</summary>
    private async Task<IReadOnlyList<OutboxKey>> GatherAsync(
        Func<OutboxItem, bool> which, IReadOnlyCollection<int>? buckets, DateTimeOffset now, CancellationToken cancellation)
    {
        try
        {
            Problem = null;
            return await GatherWaitingAsync(which, buckets, now, cancellation);
        }
        catch (StateStoreException e) when (!e.IsTransient)
        {
            Problem = e.Message;
            return [];
        }
    }

    private async Task<IReadOnlyList<OutboxKey>> GatherWaitingAsync(
        Func<OutboxItem, bool> which, IReadOnlyCollection<int>? buckets, DateTimeOffset now, CancellationToken cancellation)
    {
        var (journal, outbox) = (parts.State.Gathering, parts.State.Outbox);
        now = await clock.TimeAsync(now, cancellation);
        var keys = new List<OutboxKey>();
        for (var plans = 0; plans < MostPlans; plans++)
        {
            var stand = await journal.ReadAsync(cancellation);
            if (stand.Problem is { } damaged)
            {
                await outbox.EnqueueAsync(StateNotices.Ungathered(damaged, now).ToItem(), cancellation);
            }

            if (stand.Plan is { } left)
            {
                keys.AddRange(await CarryOutAsync(stand, left, await outbox.ListSourcesAsync(int.MaxValue, null, cancellation), now, cancellation));
                continue;
            }

            // Listed after the journal was read: what an earlier plan contained is gone by now.
            var most = Math.Max(LeastOfBucket, MostItems / parts.State.Buckets);
            var waiting = await outbox.ListSourcesAsync(most, buckets, cancellation);
            var items = waiting.Where(which).ToList();
            var (plan, memory) = GatherPlanning.Of(items, parts.Routing, parts.Links, parts.Rules.Alerts.GroupInterval, stand.Memory, now, await FailingAsync(items, cancellation));
            if (plan.Sources.Count == 0 || await journal.BeginAsync(stand, plan, memory, now, cancellation) is not { } begun)
            {
                return keys;
            }

            keys.AddRange(await CarryOutAsync(begun, plan, items, now, cancellation));
            if (plan.Sources.Count == waiting.Count && waiting.Count < most)
            {
                // All that waited is on its way.
                return keys;
            }
        }

        return keys;
    }

    // Asked for only where trouble of a channel is to be told.
    private async Task<IReadOnlySet<string>?> FailingAsync(List<OutboxItem> items, CancellationToken cancellation) =>
        !items.Exists(item => item.Kind == OutboxKind.Alert && item.Scope.StartsWith("channel:", StringComparison.Ordinal))
            ? null
            : (await parts.State.Fleet.ChannelsAsync(cancellation)).Where(channel => channel.FailedInARow > 0).Select(channel => channel.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);

    private async Task<IEnumerable<OutboxKey>> CarryOutAsync(
        GatherStand stand, GatherPlan plan, IReadOnlyList<OutboxItem> open, DateTimeOffset now, CancellationToken cancellation)
    {
        await parts.State.Outbox.EnqueueAsync(plan.Deliveries, cancellation);
        var contained = plan.Sources.ToHashSet(StringComparer.Ordinal);
        await parts.State.Outbox.CompleteAsync([.. open.Where(item => contained.Contains(Outbox.HashOf(item)))], "gathered", now, cancellation);
        await parts.State.Gathering.EndAsync(stand, now, cancellation);
        return plan.Deliveries.Select(OutboxKey.Of);
    }
}
