namespace Advisor.Azure.Tests;

/// <summary>
/// Time that stands still, except that a wait shorter than <paramref name="patience"/> is over at once and moves the clock by its length.
/// Longer timers (the timeout of an attempt) never fire. So every wait can be read, and none is waited for.
/// </summary>
internal sealed class StepTime(DateTimeOffset start, TimeSpan patience) : TimeProvider
{
    private readonly Lock gate = new();
    private readonly List<TimeSpan> waits = [];
    private DateTimeOffset now = start;

    public StepTime()
        : this(new DateTimeOffset(2026, 3, 1, 12, 0, 0, TimeSpan.Zero), TimeSpan.FromSeconds(29))
    {
    }

    /// <summary>The waits that were asked for, in their order, those of no length left out.</summary>
    public IReadOnlyList<TimeSpan> Waits
    {
        get
        {
            lock (gate)
            {
                return [.. waits];
            }
        }
    }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow()
    {
        lock (gate)
        {
            return now;
        }
    }

    public override long GetTimestamp() => GetUtcNow().UtcTicks;

    public void Advance(TimeSpan span)
    {
        lock (gate)
        {
            now += span;
        }
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new StepTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    private sealed class StepTimer(StepTime time, TimerCallback callback, object? state) : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            if (dueTime >= TimeSpan.Zero && dueTime < time.patience)
            {
                lock (time.gate)
                {
                    time.now += dueTime;
                    if (dueTime > TimeSpan.Zero)
                    {
                        time.waits.Add(dueTime);
                    }
                }

                ThreadPool.QueueUserWorkItem(_ => callback(state));
            }

            return true;
        }

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    private TimeSpan patience { get; } = patience;
}
