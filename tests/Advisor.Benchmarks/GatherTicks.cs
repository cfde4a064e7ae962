using Advisor.Runtime.Alerts;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Benchmarks;

/// <summary>Ticks of the service as the Functions app has them, step by step: batches side by side, then gathering by the one that completes the tick, then deliveries.</summary>
internal sealed class GatherTicks(ServiceParts parts, INotificationChannel channel)
{
    private const int BatchesAtOnce = 8;

    private readonly Sweep sweep = new(parts);
    private readonly EvaluateBatch evaluate = new(parts);
    private readonly Gather gather = new(parts);
    private readonly Deliver deliver = new(parts, [channel]);
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
        var swept = await sweep.RunAsync(now, CancellationToken.None);
        await Parallel.ForEachAsync(swept.Jobs, new ParallelOptions { MaxDegreeOfParallelism = BatchesAtOnce }, async (job, cancellation) => await evaluate.RunAsync(job, now, cancellation));
        if (!await sweep.ConcludeAsync(swept.Tick, now, CancellationToken.None))
        {
            throw new InvalidOperationException($"The tick of {now:u} is not complete.");
        }
    }

    public async Task GatherAsync(DateTimeOffset now) => deliveries = await gather.RunAsync(now, CancellationToken.None);

    public async Task DeliverAsync(DateTimeOffset now)
    {
        foreach (var key in deliveries)
        {
            await deliver.RunAsync(key, now, CancellationToken.None);
        }
    }
}
