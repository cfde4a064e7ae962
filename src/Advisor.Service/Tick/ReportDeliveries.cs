using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Tick;

/// <summary>
/// Delivers the reports of a process that runs for long beside its ticks: one evaluates the fleet over its window, which takes minutes, in
/// which no tick may wait.
/// </summary>
/// <param name="waits">Whether a tick waits for its reports all the same: on a stepped clock, and where no other tick follows.</param>
internal sealed class ReportDeliveries(bool waits)
{
    private Task<IReadOnlyList<DeliveryOutcome>> running = Task.FromResult<IReadOnlyList<DeliveryOutcome>>([]);

    /// <summary>Begins to deliver, unless earlier reports are under way: the next tick begins then.</summary>
    /// <param name="deliver">Delivers the reports that are due; null = none is.</param>
    /// <returns>Outcomes of the reports that ended since the last call.</returns>
    public async Task<IReadOnlyList<DeliveryOutcome>> RunAsync(Func<Task<IReadOnlyList<DeliveryOutcome>>>? deliver)
    {
        if (waits)
        {
            return deliver is null ? [] : await deliver();
        }

        if (!running.IsCompleted)
        {
            return [];
        }

        var ended = running;
        running = deliver is null ? Task.FromResult<IReadOnlyList<DeliveryOutcome>>([]) : Task.Run(deliver);
        return await ended;
    }

    /// <summary>Waits until no report is under way; what failed of it is told by its row, which is retried.</summary>
    public Task EndAsync() => Task.WhenAny(running);
}
