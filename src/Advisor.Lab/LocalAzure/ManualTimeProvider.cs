namespace Advisor.Lab.LocalAzure;

/// <summary>
/// A clock that only moves when it is advanced, to simulate hours in seconds, and by which no time passes meanwhile; waits and timeouts use
/// real time. Thread-safe.
/// </summary>
/// <param name="start">Initial time.</param>
public sealed class ManualTimeProvider(DateTimeOffset start) : TimeProvider
{
    private readonly Lock gate = new();
    private readonly List<TaskCompletionSource> waiting = [];
    private long ticks = start.UtcTicks;

    /// <summary>
    /// Number of programs that advance this clock together. Default: 1. The clock moves, once, when every program has completed the current
    /// time, so that it never passes the work of one of them.
    /// </summary>
    public int ParticipantCount { get; set; } = 1;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow() => new(GetTimestamp(), TimeSpan.Zero);

    public override long GetTimestamp() => Interlocked.Read(ref ticks);

    /// <param name="span">Interval, not negative: the clock of an Azure does not go back.</param>
    public void Advance(TimeSpan span)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(span, TimeSpan.Zero);
        Interlocked.Add(ref ticks, span.Ticks);
    }

    /// <summary>
    /// Advances the clock once all <see cref="ParticipantCount"/> participants have called this; the last of them moves it.
    /// </summary>
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
