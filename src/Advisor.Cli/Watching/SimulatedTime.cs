namespace Advisor.Cli.Watching;

/// <summary>A clock that is moved by hand, for hours in seconds; waits and timeouts are those of the machine.</summary>
internal sealed class SimulatedTime(DateTimeOffset start) : TimeProvider
{
    private long ticks = start.UtcTicks;

    public override DateTimeOffset GetUtcNow() => new(Interlocked.Read(ref ticks), TimeSpan.Zero);

    public void Advance(TimeSpan span) => Interlocked.Add(ref ticks, span.Ticks);
}
