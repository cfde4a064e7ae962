using Advisor.Core.Fleet;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.World;

/// <summary>The end of a process, as a test sees it.</summary>
internal sealed class CrashException : Exception;

/// <summary>
/// Counts every call that leaves the process and ends the process at one of them: before it has an effect, or after it, with the answer
/// lost.
/// </summary>
internal sealed class CrashPoint
{
    private readonly Lock gate = new();
    private volatile bool dead;

    /// <summary>Calls seen; what each was.</summary>
    public List<string> Steps { get; } = [];

    /// <summary>The call to crash at; -1 = none.</summary>
    public int At { get; set; } = -1;

    /// <summary>Whether to crash at the next request or message that leaves, wherever it comes.</summary>
    public bool AtNextEffect { get; set; }

    /// <summary>Whether the call has its effect before the crash.</summary>
    public bool After { get; set; }

    /// <summary>What happens at the call, which it is given, in place of the crash; null = the process ends.</summary>
    public Func<string, Task>? Happens { get; set; }

    /// <summary>Whether the crash has happened; a fresh instance goes on with it behind.</summary>
    public bool Happened { get; private set; }

    /// <summary>Whether the process has died and was not started again: its calls have no effect.</summary>
    public bool IsDead => dead;

    public void Restart() => dead = false;

    public async Task<T> InvokeAsync<T>(string what, Func<Task<T>> call)
    {
        bool here;

        // Several calls may come at once: each is one step, and one of them is the step to crash at.
        lock (gate)
        {
            if (dead)
            {
                // What a dead process would still do, it does not.
                throw new CrashException();
            }

            here = Steps.Count == At || (AtNextEffect && (what is "PATCH" or "deliver"));
            AtNextEffect &= !here;
            Steps.Add(what);
        }

        if (here && !After)
        {
            await InterruptAsync(what);
        }

        var answer = await call();
        if (here && After)
        {
            await InterruptAsync(what);
        }

        return answer;
    }

    private async Task InterruptAsync(string what)
    {
        if (Happens is null)
        {
            Crash();
        }

        await Happens!(what);
    }

    private void Crash()
    {
        (dead, Happened) = (true, true);
        throw new CrashException();
    }
}

internal sealed class CrashingStore(IStateStore inner, CrashPoint point) : IStateStore
{
    public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation) =>
        point.InvokeAsync("get", () => inner.GetAsync(partition, key, cancellation));

    public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation) =>
        point.InvokeAsync(
            "commit " + string.Join(' ', writes.Select(w => w.Key[..2])),
            () => inner.CommitAsync(partition, writes, cancellation)
        );

    public Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation) =>
        point.InvokeAsync("query", () => inner.QueryAsync(query, cancellation));
}

internal sealed class CrashingAzure(FakeAzure inner, CrashPoint point) : IFleet, IMetricSource
{
    public Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation) =>
        point.InvokeAsync("list", () => inner.ListAsync(scope, cancellation));

    public Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation) =>
        point.InvokeAsync("PATCH", () => inner.ScaleAsync(request, cancellation));

    public Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation) =>
        point.InvokeAsync("follow", () => inner.GetProgressAsync(operationUrl, cancellation));

    public Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    ) => point.InvokeAsync("metrics", () => inner.ReadAsync(resources, start, end, cancellation));
}

internal sealed class CrashingChannel(INotificationChannel inner, CrashPoint point) : INotificationChannel
{
    public string Name => inner.Name;

    public Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation) =>
        point.InvokeAsync("deliver", () => inner.SendAsync(message, cancellation));
}

/// <summary>Keeps what it is sent.</summary>
internal sealed class RecordingChannel(string name = "console") : INotificationChannel
{
    public string Name => name;

    public List<Notification> Sent { get; } = [];

    /// <summary>The kinds of the notices sent: the first word of their dedup keys.</summary>
    public IEnumerable<string> Kinds =>
        Sent.Select(message => message.DedupKey.Split('/')).Where(words => words.Length > 1).Select(words => words[0]);

    public Queue<DeliveryResult> Answers { get; } = [];

    public Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation)
    {
        lock (Sent)
        {
            Sent.Add(message);
            return Task.FromResult(Answers.TryDequeue(out var answer) ? answer : DeliveryResult.Delivered);
        }
    }
}
