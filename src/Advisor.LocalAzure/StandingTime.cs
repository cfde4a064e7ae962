namespace Advisor.LocalAzure;

/// <summary>A clock that stands still until it is moved, for hours in seconds; waits and timeouts are those of the machine. Safe for many threads.</summary>
/// <param name="start">Where it stands at first.</param>
public sealed class StandingTime(DateTimeOffset start) : TimeProvider
{
    private long ticks = start.UtcTicks;

    public override DateTimeOffset GetUtcNow() => new(Interlocked.Read(ref ticks), TimeSpan.Zero);

    /// <param name="span">Not negative: the clock of an Azure does not go back.</param>
    public void Advance(TimeSpan span)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(span, TimeSpan.Zero);
        Interlocked.Add(ref ticks, span.Ticks);
    }
}
