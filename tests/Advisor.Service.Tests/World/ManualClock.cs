namespace Advisor.Service.Tests.World;

/// <summary>A clock that stands still until it is moved; timers are those of the machine.</summary>
internal sealed class ManualClock(DateTimeOffset start) : TimeProvider
{
    private long ticks = start.UtcTicks;

    public override DateTimeOffset GetUtcNow() => new(Interlocked.Read(ref ticks), TimeSpan.Zero);

    public void Advance(TimeSpan span) => Interlocked.Add(ref ticks, span.Ticks);
}
