namespace Advisor.Service.Http;

/// <summary>
/// A clock that never goes back: where the machine's is set back, it continues from the last time read. For waits that are kept as the time
/// of their end, such as that of an open circuit breaker: one that began while the clock was hours ahead, as after a start without a
/// network, would last for hours after it is right.
/// </summary>
/// <param name="time">The clock of the machine.</param>
public sealed class ForwardTimeProvider(TimeProvider time) : TimeProvider
{
    private readonly Lock gate = new();
    private DateTimeOffset last;
    private TimeSpan setBack;

    public override long TimestampFrequency => time.TimestampFrequency;

    public override TimeZoneInfo LocalTimeZone => time.LocalTimeZone;

    public override DateTimeOffset GetUtcNow()
    {
        var now = time.GetUtcNow();
        lock (gate)
        {
            if (now + setBack < last)
            {
                setBack = last - now;
            }

            return last = now + setBack;
        }
    }

    public override long GetTimestamp() => time.GetTimestamp();

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        time.CreateTimer(callback, state, dueTime, period);
}
