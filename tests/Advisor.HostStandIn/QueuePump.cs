using System.Text.Json.Nodes;
using Azure;
using Azure.Storage.Queues.Models;

namespace Advisor.HostStandIn;

/// <summary>Feeds one function from its queue: batches, tries, and the poison queue after the last of them.</summary>
internal sealed class QueuePump : IDisposable
{
    private readonly FunctionFile function;
    private readonly QueueTrigger trigger;
    private readonly QueueOptions queue;
    private readonly StandInOptions options;
    private readonly QueueService queues;
    private readonly Func<FunctionFile, JsonObject, CancellationToken, Task<InvocationOutcome>> invoke;
    private readonly SemaphoreSlim wake = new(0);
    private int working;

    public QueuePump(
        FunctionFile function,
        QueueOptions queue,
        StandInOptions options,
        QueueService queues,
        Func<FunctionFile, JsonObject, CancellationToken, Task<InvocationOutcome>> invoke,
        CancellationToken stopping
    )
    {
        (this.function, trigger, this.queue) = (function, (QueueTrigger)function.Trigger, queue);
        (this.options, this.queues, this.invoke) = (options, queues, invoke);
        Finished = RunAsync(stopping);
    }

    public Task Finished { get; }

    public string Queue => trigger.Queue;

    public int Working => Volatile.Read(ref working);

    /// <summary>Says that there is a message: it is looked for at once, not when the wait is over.</summary>
    public void Wake() => wake.Release();

    public void Dispose() => wake.Dispose();

    private async Task RunAsync(CancellationToken stopping)
    {
        var tasks = new HashSet<Task>();
        try
        {
            while (true)
            {
                tasks.RemoveWhere(task => task.IsCompleted);
                var messages =
                    tasks.Count <= queue.NewBatchThreshold && !queues.IsKnownEmpty(trigger.Queue) ? await TakeAsync(stopping) : [];
                tasks.UnionWith(messages.Select(message => HandleAsync(message, stopping)));
                if (messages.Count == 0)
                {
                    await wake.WaitAsync(options.PollEvery, stopping);
                }
            }
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(tasks);
        }
    }

    private async Task<IReadOnlyList<QueueMessage>> TakeAsync(CancellationToken stopping)
    {
        try
        {
            return await queues.TakeAsync(trigger.Queue, queue.BatchSize, options.Lease, stopping);
        }
        catch (RequestFailedException)
        {
            return [];
        }
    }

    private async Task HandleAsync(QueueMessage message, CancellationToken stopping)
    {
        Interlocked.Increment(ref working);
        try
        {
            await Task.Yield();
            var outcome =
                message.DequeueCount > queue.MaxDequeueCount
                    ? InvocationOutcome.Failed(function.Name, "It was taken too often.")
                    : await invoke(
                        function,
                        InvocationBody.BuildQueue(trigger.Name, function.Name, message, options.Encoding, DateTimeOffset.UtcNow),
                        stopping
                    );
            if (outcome.Succeeded)
            {
                await queues.DeleteAsync(trigger.Queue, message, stopping);
            }
            else if (trigger.PoisonQueue is not { } poison)
            {
                // It stays out of sight for the rest of its lease.
            }
            else if (message.DequeueCount >= queue.MaxDequeueCount)
            {
                await queues.CreateAsync(poison, stopping);
                await queues.PutAsync(poison, message.MessageText, stopping);
                await queues.DeleteAsync(trigger.Queue, message, stopping);
            }
            else
            {
                await queues.HideAsync(trigger.Queue, message, options.VisibilityTimeout ?? queue.VisibilityTimeout, stopping);
                wake.Release();
            }
        }
        catch (Exception e) when (e is OperationCanceledException or RequestFailedException)
        {
            // The host ends, or storage is away: the message comes back by itself.
        }
        finally
        {
            Interlocked.Decrement(ref working);
        }
    }
}
