namespace Advisor.LocalAzure.Tests;

/// <summary>A clock that stands still until it is moved.</summary>
internal sealed class ManualTime(DateTimeOffset start) : TimeProvider
{
    private long ticks = start.UtcTicks;

    public override DateTimeOffset GetUtcNow() => new(Interlocked.Read(ref ticks), TimeSpan.Zero);

    public void Advance(TimeSpan span) => Interlocked.Add(ref ticks, span.Ticks);
}
