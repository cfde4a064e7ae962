using Advisor.Service;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Benchmarks;

/// <summary>
/// Ticks of the service as the Functions app has them, step by step: batches in parallel, then grouping by the one that completes the
/// tick, then deliveries.
/// </summary>
internal sealed class GroupingTicks(ServiceSetup dependencies, INotificationChannel channel)
{
    private const int BatchesAtOnce = 8;

    private readonly AdvisorService service = new(dependencies, [channel]);
    private IReadOnlyList<OutboxKey> deliveries = [];

    public async Task RunAsync(DateTimeOffset now)
    {
        await EvaluateAsync(now);
        await GroupAsync(now.AddSeconds(30));
        await DeliverAsync(now.AddSeconds(31));
    }

    /// <exception cref="InvalidOperationException">A batch failed or the tick is not complete.</exception>
    public async Task EvaluateAsync(DateTimeOffset now)
    {
        var tick = await service.PlanTickAsync(now, CancellationToken.None);
        await Parallel.ForEachAsync(
            tick.Batches,
            new ParallelOptions { MaxDegreeOfParallelism = BatchesAtOnce },
            async (batch, cancellation) => await service.EvaluateBatchAsync(batch, now, cancellation)
        );
        if (!await service.CompleteTickAsync(tick.Tick, now, CancellationToken.None))
        {
            throw new InvalidOperationException($"The tick of {now:u} is not complete.");
        }
    }

    public async Task GroupAsync(DateTimeOffset now) => deliveries = await service.GroupNotificationsAsync(now, CancellationToken.None);

    public async Task DeliverAsync(DateTimeOffset now)
    {
        foreach (var key in deliveries)
        {
            await service.DeliverAsync(key, now, CancellationToken.None);
        }
    }
}
