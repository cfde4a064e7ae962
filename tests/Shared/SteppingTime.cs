namespace Advisor.Tests;

/// <summary>
/// Time that stands still, except that a short wait is over at once and moves the clock by its length: every wait can be read, and none is
/// waited for. Longer ones (the timeout of an attempt) fire when the test moves the clock past them.
/// </summary>
/// <param name="patience">What is shorter is a short wait.</param>
/// <param name="start">Where it stands at first; null = noon of 1 March 2026, a Sunday.</param>
internal sealed class SteppingTime(TimeSpan patience, DateTimeOffset? start = null) : TimeProvider
{
    private readonly Lock gate = new();
    private readonly List<Held> held = [];
    private readonly List<TimeSpan> waits = [];
    private DateTimeOffset now = start ?? new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);

    /// <summary>The waits that were over at once, in their order, those of no length left out.</summary>
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
        List<Held> due;
        lock (gate)
        {
            now += span;
            due = [.. held.Where(timer => timer.At <= now)];
            held.RemoveAll(due.Contains);
        }

        due.ForEach(timer => timer.Fire());
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new Held(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    private TimeSpan patience { get; } = patience;

    private sealed class Held(SteppingTime time, Action fire) : ITimer
    {
        public DateTimeOffset At { get; private set; }

        public void Fire() => fire();

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (time.gate)
            {
                time.held.Remove(this);
                if (dueTime < TimeSpan.Zero)
                {
                    return true;
                }

                if (dueTime >= time.patience)
                {
                    At = time.now + dueTime;
                    time.held.Add(this);
                    return true;
                }

                time.now += dueTime;
                if (dueTime > TimeSpan.Zero)
                {
                    time.waits.Add(dueTime);
                }
            }

            ThreadPool.QueueUserWorkItem(_ => fire());
            return true;
        }

        public void Dispose()
        {
            lock (time.gate)
            {
                time.held.Remove(this);
            }
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
