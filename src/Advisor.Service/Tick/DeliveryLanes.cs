using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Tick;

/// <summary>
/// Delivers notifications in lanes beside the ticks of a process that runs for long, one for each channel and one for reports: a channel
/// that does not answer costs half a minute a notification until its circuit opens, a report the metrics of the fleet over its window, and
/// no tick may wait for either.
/// </summary>
/// <param name="waits">Whether a tick waits all the same: on a stepped clock, and where no other tick follows.</param>
internal sealed class DeliveryLanes(bool waits)
{
    private readonly Dictionary<string, Task<IReadOnlyList<DeliveryOutcome>>> running = new(StringComparer.Ordinal);

    /// <summary>Whether a tick waits: on a stepped clock, and where no other tick follows.</summary>
    public bool Waits => waits;

    /// <summary>Begins to deliver in each lane that is free; in the others the next tick does.</summary>
    /// <param name="deliver">Delivers the notifications of a lane, one after the other.</param>
    /// <returns>Failures of the lanes that ended.</returns>
    public async Task<IReadOnlyList<DeliveryOutcome>> RunAsync(
        IEnumerable<OutboxItem> due,
        Func<IEnumerable<OutboxItem>, Task<IReadOnlyList<DeliveryOutcome>>> deliver
    )
    {
        var ended = TakeEnded();
        foreach (var lane in due.GroupBy(GetLane, StringComparer.Ordinal))
        {
            if (!running.ContainsKey(lane.Key))
            {
                running[lane.Key] = waits ? deliver(lane) : Task.Run(() => deliver(lane));
            }
        }

        if (waits)
        {
            await EndAsync();
        }

        return [.. (await Task.WhenAll([.. ended, .. TakeEnded()])).SelectMany(failed => failed)];
    }

    /// <summary>Waits until no lane is under way; what failed is told by its row, which is retried.</summary>
    public Task EndAsync() => Task.WhenAll(running.Values.Select(lane => Task.WhenAny(lane)));

    private List<Task<IReadOnlyList<DeliveryOutcome>>> TakeEnded()
    {
        var ended = running.Where(lane => lane.Value.IsCompleted).ToList();
        ended.ForEach(lane => running.Remove(lane.Key));
        return ended.ConvertAll(lane => lane.Value);
    }

    // Names of channels have no spaces.
    private string GetLane(OutboxItem item) => !waits && DeliveryItems.IsReport(item) ? "the reports" : item.Target;
}
