using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using System.Text.Json.Nodes;

namespace Advisor.HostStandIn;

/// <summary>
/// Does for one app what the Functions host does, and nothing else: reads host.json and the function.json files, starts the executable,
/// fires its timers, feeds it from queues, puts its outputs on queues, and stands before its HTTP routes with the keys.
/// </summary>
public sealed class StandInHost : IAsyncDisposable
{
    internal const string InvocationHeader = "X-Azure-Functions-InvocationId";
    internal const string VersionHeader = "X-Azure-Functions-HostVersion";
    internal const string Version = "4.0.0";

    private const int Success = 0;
    private const int Restart = 200;

    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(10);

    private readonly StandInOptions options;
    private readonly HostFile file;
    private readonly QueueService queues;
    private readonly HttpClient http;
    private readonly ConcurrentQueue<string> log = new();
    private readonly ConcurrentQueue<InvocationOutcome> outcomes = new();
    private readonly CancellationTokenSource stopping = new();
    private readonly Dictionary<string, DateTimeOffset> lastFired = [];
    private readonly List<QueuePump> pumps = [];
    private volatile AppProcess app = null!;
    private HttpFront front = null!;
    private Task watching = Task.CompletedTask;
    private volatile bool givenUp;

    private StandInHost(StandInOptions options)
    {
        this.options = options;
        file = HostFile.Load(options.Folder);
        Functions = FunctionFile.LoadAll(options.Folder);
        queues = new QueueService(options.Queues, options.Account, options.AccountKey);
        http = new HttpClient { Timeout = file.FunctionTimeout };
        Now = options.Clock;
    }

    public IReadOnlyList<FunctionFile> Functions { get; }

    /// <summary>Where HTTP functions are called from outside.</summary>
    public Uri Address => front.Address;

    /// <summary>What functions with keys ask for.</summary>
    public string Key => options.FunctionKey;

    public AppProcess App => app;

    public QueueService Queues => queues;

    /// <summary>The clock of the timers.</summary>
    public DateTimeOffset Now { get; private set; }

    /// <summary>Whether the app ended too often, or could not be started again: nothing runs any more.</summary>
    public bool HasGivenUp => givenUp;

    /// <summary>What the app wrote, and what the host says of invocations.</summary>
    public IReadOnlyCollection<string> Log => log;

    /// <summary>All invocations so far, in the order of their ends.</summary>
    public IReadOnlyCollection<InvocationOutcome> Outcomes => outcomes;

    /// <exception cref="HostFileException">A file of the app is not as the host wants it.</exception>
    /// <exception cref="InvalidOperationException">The app did not start.</exception>
    public static async Task<StandInHost> StartAsync(StandInOptions options, CancellationToken cancellation)
    {
        var host = new StandInHost(options);
        try
        {
            foreach (var queue in host.ListQueueNames())
            {
                await host.queues.CreateAsync(queue, cancellation);
            }

            host.app = await AppProcess.StartAsync(options.Folder, host.file, options.Settings, host.log, cancellation);
            host.front = await HttpFront.StartAsync(host.file, host.Functions, options.FunctionKey, () => host.app.Address, cancellation);
            host.watching = host.WatchAsync();
            foreach (var function in host.Functions.Where(function => function.Trigger is QueueTrigger))
            {
                host.pumps.Add(new QueuePump(function, host.file.Queues, options, host.queues, host.InvokeAsync, host.stopping.Token));
            }

            return host;
        }
        catch
        {
            await host.DisposeAsync();
            throw;
        }
    }

    /// <summary>Moves the clock and fires every timer that is due on the way, in order and one after another.</summary>
    /// <param name="pastDue">Whether the app is passed <c>isPastDue</c> with each.</param>
    public async Task AdvanceAsync(TimeSpan by, bool pastDue = false)
    {
        var until = Now + by;
        var due =
            from function in Functions
            let timer = function.Trigger as TimerTrigger
            where timer is not null
            from at in timer.Schedule.GetNextOccurrences(Now.UtcDateTime, until.UtcDateTime.AddTicks(1))
            orderby at
            select (Function: function, Timer: timer, At: new DateTimeOffset(at, TimeSpan.Zero));
        foreach (var (function, timer, at) in due.ToList())
        {
            Now = at;
            await FireAsync(function, timer, at, pastDue);
        }

        Now = until;
    }

    /// <summary>Waits until no queue has a message left, poisoned and dead-lettered ones aside, and nothing is being worked on.</summary>
    public async Task WaitUntilIdleAsync(TimeSpan patience, CancellationToken cancellation)
    {
        var since = Stopwatch.StartNew();
        var calm = 0;
        while (calm < 2)
        {
            calm = await IsIdleAsync(cancellation) ? calm + 1 : 0;
            if (since.Elapsed > patience)
            {
                throw new TimeoutException("The queues did not become empty. " + string.Join(Environment.NewLine, log));
            }

            await Task.Delay(BetweenLooks, cancellation);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await stopping.CancelAsync();
        await watching;
        await Task.WhenAll(pumps.Select(pump => pump.Finished));
        pumps.ForEach(pump => pump.Dispose());
        if (front is not null)
        {
            await front.DisposeAsync();
        }

        if (app is not null)
        {
            await app.DisposeAsync();
        }

        http.Dispose();
        stopping.Dispose();
    }

    private async Task<bool> IsIdleAsync(CancellationToken cancellation)
    {
        if (pumps.Any(pump => pump.Working > 0))
        {
            return false;
        }

        foreach (var queue in Functions.Select(function => function.Trigger).OfType<QueueTrigger>().Select(trigger => trigger.Queue))
        {
            if (!queues.IsKnownEmpty(queue) && await queues.CountAsync(queue, cancellation) > 0)
            {
                return false;
            }
        }

        return pumps.All(pump => pump.Working == 0);
    }

    private IEnumerable<string> ListQueueNames() =>
        Functions
            .SelectMany(function =>
                function.Outputs.Values.Concat(
                    function.Trigger is QueueTrigger trigger ? [trigger.Queue, trigger.PoisonQueue ?? trigger.Queue] : []
                )
            )
            .Distinct();

    private async Task<InvocationOutcome> InvokeAsync(FunctionFile function, JsonObject body, CancellationToken cancellation)
    {
        var outcome = await PostAsync(function, body, cancellation);
        foreach (var (binding, messages) in outcome.Outputs)
        {
            if (!function.Outputs.TryGetValue(binding, out var queue))
            {
                outcome = InvocationOutcome.Failed(function.Name, $"The output {binding} is no binding of {function.Name}.");
                break;
            }

            foreach (var message in options.OnTheWay(messages))
            {
                await queues.PutAsync(queue, message, cancellation);
            }

            pumps.Find(pump => pump.Queue == queue)?.Wake();
        }

        foreach (var line in outcome.Logs)
        {
            log.Enqueue($"[Information] {function.Name}: {line}");
        }

        log.Enqueue(
            outcome.Succeeded
                ? $"[Information] Executed '{function.Name}' (Succeeded)"
                : $"[Error] Executed '{function.Name}' (Failed): {outcome.Problem}"
        );
        outcomes.Enqueue(outcome);
        return outcome;
    }

    private async Task<InvocationOutcome> PostAsync(FunctionFile function, JsonObject body, CancellationToken cancellation)
    {
        var running = await GetRunningAsync(cancellation);
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(running.Address, "/" + function.Name));
        request.Headers.Add(InvocationHeader, Guid.NewGuid().ToString());
        request.Headers.Add(VersionHeader, Version);
        request.Headers.Add("User-Agent", "Azure-Functions-Host/" + Version);
        request.Content = new StringContent(body.ToJsonString(), Encoding.UTF8, "application/json");
        try
        {
            using var answer = await http.SendAsync(request, cancellation);
            return InvocationOutcome.Read(
                function.Name,
                (int)answer.StatusCode,
                answer.Content.Headers.ContentType?.MediaType,
                await answer.Content.ReadAsStringAsync(cancellation)
            );
        }
        catch (HttpRequestException e)
        {
            // Most likely it has ended, which is noticed in a moment; the next message waits for the new one.
            await Task.WhenAny(running.Ended, Task.Delay(TimeSpan.FromSeconds(1), cancellation));
            return InvocationOutcome.Failed(function.Name, "The app did not answer: " + e.Message);
        }
    }

    private async Task FireAsync(FunctionFile function, TimerTrigger timer, DateTimeOffset at, bool pastDue)
    {
        DateTimeOffset? last = lastFired.TryGetValue(function.Name, out var before) ? before : null;
        await InvokeAsync(function, InvocationBody.BuildTimer(timer.Name, function.Name, at, last, pastDue), stopping.Token);
        lastFired[function.Name] = at;
    }

    // An app that is being started is given nothing.
    private async Task<AppProcess> GetRunningAsync(CancellationToken cancellation)
    {
        while (app.Ended.IsCompleted && !givenUp)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(5), cancellation);
        }

        return app;
    }

    private async Task WatchAsync()
    {
        try
        {
            var restarts = 0;
            while (true)
            {
                // As the host does (azure-functions-host, WorkerProcess.OnProcessExited and HttpFunctionInvocationDispatcher).
                await app.Ended.WaitAsync(stopping.Token);
                var code = app.ExitCode;
                log.Enqueue("[Error] The app ended.");
                if (code == Success || (code != Restart && restarts++ == options.Restarts))
                {
                    givenUp = true;
                    log.Enqueue($"[Error] It ended {(code == Success ? "without a failure" : "too often")} and is not started again.");
                    return;
                }

                // Where it is not started again, the end of this host disposes of the old one.
                var ended = app;
                app = await AppProcess.StartAsync(options.Folder, file, options.Settings, log, stopping.Token);
                await ended.DisposeAsync();
            }
        }
        catch (OperationCanceledException)
        {
            // The host ends.
        }
        catch (InvalidOperationException e)
        {
            givenUp = true;
            log.Enqueue("[Error] " + e.Message);
        }
    }
}
