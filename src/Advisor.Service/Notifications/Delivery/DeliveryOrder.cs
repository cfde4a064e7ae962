namespace Advisor.Service.Notifications.Delivery;

/// <summary>The order in which the deliveries of one scope, a channel and an incident or a team, are sent: by age.</summary>
internal sealed class DeliveryOrder(Outbox outbox)
{
    private const int MaxScanned = 200;

    /// <summary>Lists the open deliveries of the scope that are older, oldest first.</summary>
    public async Task<List<OutboxItem>> ListEarlierAsync(OutboxItem item, CancellationToken cancellation)
    {
        var open = await outbox.ListDeliveriesAsync(item.Scope, MaxScanned, cancellation);
        return [.. open.TakeWhile(other => other.CreatedAt < item.CreatedAt)];
    }

    /// <summary>Returns what follows a delivery that is done; null when there is none, or it is not due.</summary>
    public async Task<OutboxKey?> FindNextAsync(OutboxItem done, DateTimeOffset now, CancellationToken cancellation) =>
        (await outbox.ListDeliveriesAsync(done.Scope, MaxScanned, cancellation)).FirstOrDefault(item => item.IsPartial is not true)
            is { } next
        && next.IsDue(now)
            ? OutboxKey.FromItem(next)
            : null;
}
