using Advisor.Service.Evaluation;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tick;

/// <summary>Result of one tick.</summary>
/// <param name="Resources">Number of resources evaluated, those of an earlier run of the same tick included.</param>
/// <param name="Problems">Resources and scopes that could not be read.</param>
public sealed record WatchTick(int Resources, IReadOnlyList<string> Problems)
{
    /// <summary>
    /// What was listed or read in another way than usual, and sizes that differ from the rules; nothing is missing by it.
    /// </summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Resources that an earlier run of the same tick could not read, and reported.</summary>
    public int EarlierFailures { get; init; }
}

/// <summary>
/// The whole service in one process: runs tick after tick and handles each message that the Functions app would put on a queue.
/// </summary>
/// <param name="report">Receives every line meant for people.</param>
public sealed class WatchLoop(AdvisorService service, TimeProvider time, Action<string> report)
{
    private readonly UnrecordedDecisions unrecorded = new(
        service.Setup.Fleet,
        service.Setup.Metrics,
        service.Setup.Rules,
        service.Setup.Options
    );
    private readonly NoteFilter notes = new();
    private IReadOnlyList<string> reportedProblems = [];
    private DeliveryLanes? lanes;

    /// <summary>
    /// Receives the line of a decision that awaits approval, with the link to answer, which must not be logged; null = the line is reported
    /// without it.
    /// </summary>
    public Action<string, Uri>? ReportApproval { get; init; }

    /// <summary>
    /// Whether a tick waits until the notifications and reports that are due are delivered: on a stepped clock, and where no other tick
    /// follows. Default: true.
    /// </summary>
    public bool WaitsForDeliveries { get; init; } = true;

    /// <summary>
    /// Batches of a tick that are evaluated at the same time, 1 or more; default 1: one after another, in the order of the plan, for a
    /// stepped clock. With more, a region whose metrics do not arrive holds up no other, nor does a change whose request is not answered.
    /// </summary>
    public int ConcurrentBatches { get; init; } = 1;

    private DeliveryLanes Lanes => lanes ??= new DeliveryLanes(WaitsForDeliveries);

    private WatchReport Lines => new(time, report) { PrintApproval = ReportApproval };

    /// <summary>Runs one tick, with everything that follows from it.</summary>
    public Task<WatchTick> RunOnceAsync(CancellationToken cancellation) =>
        new WatchTickRun(service, time, Lines, Lanes, ConcurrentBatches, cancellation).RunAsync();

    /// <summary>Runs tick after tick until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellation)
    {
        try
        {
            while (true)
            {
                var begun = service.Setup.Options.FloorToTick(time.GetUtcNow());
                await TickAsync(cancellation);
                await WaitForNextAsync(begun, cancellation);
            }
        }
        finally
        {
            await EndAsync();
        }
    }

    // A timer may end some milliseconds early, and to begin the same tick once more would be in vain. Where a tick takes longer than an
    // interval, the next one begins at its end. A clock that is set back is not waited for.
    private async Task WaitForNextAsync(DateTimeOffset tick, CancellationToken cancellation)
    {
        var options = service.Setup.Options;
        for (var now = time.GetUtcNow(); options.FloorToTick(now) == tick; now = time.GetUtcNow())
        {
            await Task.Delay(tick + options.Interval - now, time, cancellation);
        }
    }

    /// <summary>Waits for the deliveries that are under way, which end when their tick is cancelled.</summary>
    public Task EndAsync() => Lanes.EndAsync();

    /// <summary>
    /// Runs one tick and reports its problems, each once while it lasts, and its notes. A transient fault of the state store costs this
    /// tick only.
    /// </summary>
    /// <returns>The tick; null when the state could not be reached.</returns>
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
            var isFull = e.Code == StateStoreException.Full;
            problems =
            [
                $"The state could not be reached: {e.Message}{(isFull ? " Advisor continues by itself." : "")}",
                .. isFull ? await unrecorded.DecideAsync(time.GetUtcNow(), cancellation) : [],
            ];
        }

        var due = notes.TakeDue(tick?.Notes ?? [], time.GetUtcNow());
        foreach (var line in ProblemLines.FindNew(problems, reportedProblems).Concat(due))
        {
            Lines.Write(line);
        }

        reportedProblems = problems;
        return tick;
    }
}
