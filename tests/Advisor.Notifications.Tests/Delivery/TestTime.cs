namespace Advisor.Notifications.Tests.Delivery;

/// <summary>
/// Time that stands still, except that a wait of less than 25 s is over at once and moves the clock by its length. Longer ones (the timeout of an attempt)
/// fire when the test moves the clock past them.
/// </summary>
internal sealed class TestTime : TimeProvider
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(25);
    private readonly Lock gate = new();
    private readonly List<Held> held = [];
    private readonly List<TimeSpan> waits = [];
    private DateTimeOffset now = new(2026, 3, 2, 14, 0, 0, TimeSpan.Zero);

    /// <summary>The waits that were over at once, in their order.</summary>
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

    private sealed class Held(TestTime time, Action fire) : ITimer
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

                if (dueTime >= Patience)
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
