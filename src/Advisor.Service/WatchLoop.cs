using Advisor.Service.Notify;
using Advisor.State.Rows;

namespace Advisor.Service;

/// <summary>What one tick did.</summary>
/// <param name="Resources">Resources that were evaluated.</param>
/// <param name="Problems">Those of them, and scopes, that could not be read.</param>
/// <param name="IsComplete">Whether every batch of the tick is complete.</param>
public sealed record WatchTick(DateTimeOffset Tick, int Resources, IReadOnlyList<string> Problems, bool IsComplete);

/// <summary>
/// The whole service in one process: tick after tick, each message handled where the Functions app would put it on a queue.
/// </summary>
/// <param name="report">Takes one line for everything that a person should see.</param>
public sealed class WatchLoop(
    ServiceDependencies dependencies,
    IEnumerable<INotificationChannel> channels,
    TimeProvider time,
    Action<string> report
)
{
    private readonly AdvisorService service = new(dependencies, channels);
    private readonly UnrecordedDecisions unrecorded = new(dependencies);
    private IReadOnlyList<string> reportedProblems = [];

    /// <summary>
    /// Takes the line of a decision that waits for approval, with the link to answer, which no log may hold; null = the line is reported
    /// without it.
    /// </summary>
    public Action<string, Uri>? ReportApproval { get; init; }

    private WatchReport Lines => new(time, report) { PrintApproval = ReportApproval };

    /// <summary>One tick, with everything that follows from it.</summary>
    public Task<WatchTick> RunOnceAsync(CancellationToken cancellation) => new WatchTickRun(service, time, Lines, cancellation).RunAsync();

    /// <summary>Tick after tick until it is cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellation)
    {
        while (true)
        {
            await TickAsync(cancellation);
            var now = time.GetUtcNow();
            await Task.Delay(dependencies.Options.TickAt(now) + dependencies.Options.Interval - now, time, cancellation);
        }
    }

    /// <summary>
    /// One tick whose problems are reported, each once while it lasts. A transient fault of the state store costs this tick and no more.
    /// </summary>
    /// <returns>Null where the state could not be reached.</returns>
    public async Task<WatchTick?> TickAsync(CancellationToken cancellation)
    {
        WatchTick? tick = null;
        IReadOnlyList<string> problems;
        try
        {
            tick = await RunOnceAsync(cancellation);
            problems = tick.Problems;
        }
        catch (StateStoreException e) when (e.IsTransient)
        {
            problems =
            [
                $"The state could not be reached: {e.Message}",
                .. e.Code == StateStoreException.Full ? await unrecorded.DecideAsync(time.GetUtcNow(), cancellation) : [],
            ];
        }

        foreach (var problem in problems.Except(reportedProblems, StringComparer.Ordinal))
        {
            Lines.Write(problem);
        }

        reportedProblems = problems;
        return tick;
    }
}
