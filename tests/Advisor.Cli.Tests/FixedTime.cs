namespace Advisor.Cli.Tests;

/// <summary>A clock that stands still; timers go on by the machine's.</summary>
internal sealed class FixedTime(DateTimeOffset now) : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => now;
}
