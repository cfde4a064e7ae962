using Advisor.Service;
using Advisor.Service.Evaluate;
using Advisor.Service.Notify;
using Advisor.Service.Tick;

namespace Advisor.Benchmarks;

/// <summary>
/// Ticks of the service as the Functions app has them, step by step: batches side by side, then gathering by the one that completes the
/// tick, then deliveries.
/// </summary>
internal sealed class GroupingTicks(ServiceDependencies parts, INotificationChannel channel)
{
    private const int BatchesAtOnce = 8;

    private readonly TickPlanner tickPlanner = new(parts);
    private readonly BatchEvaluator evaluate = new(parts);
    private readonly NotificationGrouping notificationGrouping = new(parts);
    private readonly NotificationDelivery notificationDelivery = new(parts, [channel]);
    private IReadOnlyList<OutboxKey> deliveries = [];

    public async Task RunAsync(DateTimeOffset now)
    {
        await TurnsAsync(now);
        await GatherAsync(now.AddSeconds(30));
        await DeliverAsync(now.AddSeconds(31));
    }

    /// <exception cref="InvalidOperationException">A batch failed or the tick is not complete.</exception>
    public async Task TurnsAsync(DateTimeOffset now)
    {
        var swept = await tickPlanner.PlanAsync(now, CancellationToken.None);
        await Parallel.ForEachAsync(
            swept.Batches,
            new ParallelOptions { MaxDegreeOfParallelism = BatchesAtOnce },
            async (job, cancellation) => await evaluate.RunAsync(job, now, cancellation)
        );
        if (!await tickPlanner.CompleteAsync(swept.Tick, now, CancellationToken.None))
        {
            throw new InvalidOperationException($"The tick of {now:u} is not complete.");
        }
    }

    public async Task GatherAsync(DateTimeOffset now) => deliveries = await notificationGrouping.RunAsync(now, CancellationToken.None);

    public async Task DeliverAsync(DateTimeOffset now)
    {
        foreach (var key in deliveries)
        {
            await notificationDelivery.RunAsync(key, now, CancellationToken.None);
        }
    }
}
