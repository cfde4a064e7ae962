namespace Advisor.State.Fleet;

/// <summary>The last tick that completed, and the totals of all ticks since the state was created.</summary>
public sealed record HeartbeatMark(DateTimeOffset Tick, DateTimeOffset CompletedAt)
{
    /// <summary>Ticks that were completed.</summary>
    public long Ticks { get; init; }

    /// <summary>Resources evaluated in them.</summary>
    public long Evaluations { get; init; }

    /// <summary>Those of them that failed.</summary>
    public long Failures { get; init; }

    /// <summary>Calls to Azure Monitor made for them.</summary>
    public long MetricCalls { get; init; }

    /// <summary>This mark after another one: the counts of both together.</summary>
    internal HeartbeatMark Add(HeartbeatMark? before) =>
        this with
        {
            Ticks = Ticks + (before?.Ticks ?? 0),
            Evaluations = Evaluations + (before?.Evaluations ?? 0),
            Failures = Failures + (before?.Failures ?? 0),
            MetricCalls = MetricCalls + (before?.MetricCalls ?? 0),
        };

    /// <summary>Whether it lies so far in the future that a wrong clock wrote it: it says nothing about ticks.</summary>
    public bool IsFromFuture(DateTimeOffset now) => Tick > now + ClockMark.Tolerance || CompletedAt > now + ClockMark.Tolerance;
}
