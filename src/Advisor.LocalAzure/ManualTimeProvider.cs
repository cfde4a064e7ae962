namespace Advisor.LocalAzure;

/// <summary>
/// A clock that stands still until it is moved, for hours in seconds; waits and timeouts are those of the machine. Safe for many threads.
/// </summary>
/// <param name="start">Where it stands at first.</param>
public sealed class ManualTimeProvider(DateTimeOffset start) : TimeProvider
{
    private readonly Lock gate = new();
    private readonly List<TaskCompletionSource> waiting = [];
    private long ticks = start.UtcTicks;

    /// <summary>
    /// How many programs move this clock together; default 1. Each says when it is done with an instant; the clock moves, once, when all
    /// have said so, and so never passes by what one of them has in progress.
    /// </summary>
    public int ParticipantCount { get; set; } = 1;

    public override DateTimeOffset GetUtcNow() => new(Interlocked.Read(ref ticks), TimeSpan.Zero);

    /// <param name="span">Not negative: the clock of an Azure does not go back.</param>
    public void Advance(TimeSpan span)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(span, TimeSpan.Zero);
        Interlocked.Add(ref ticks, span.Ticks);
    }

    /// <summary>Moves on by a span when all <see cref="ParticipantCount"/> have asked for it; the last of them moves the clock.</summary>
    public async Task AdvanceTogetherAsync(TimeSpan span, CancellationToken cancellation)
    {
        var arrived = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (gate)
        {
            waiting.Add(arrived);
            if (waiting.Count >= ParticipantCount)
            {
                Advance(span);
                waiting.ForEach(other => other.SetResult());
                waiting.Clear();
            }
        }

        await arrived.Task.WaitAsync(cancellation);
    }
}
