namespace Advisor.Service.Store;

/// <summary>Last completed tick, and the totals of all ticks since the state was created.</summary>
public sealed record HeartbeatMark(DateTimeOffset Tick, DateTimeOffset CompletedAt)
{
    /// <summary>Completed ticks.</summary>
    public long Ticks { get; init; }

    /// <summary>Resources evaluated.</summary>
    public long Evaluations { get; init; }

    /// <summary>Evaluations that failed.</summary>
    public long Failures { get; init; }

    /// <summary>Calls to Azure Monitor.</summary>
    public long MetricCalls { get; init; }

    /// <summary>Returns this heartbeat with the totals of the earlier one added.</summary>
    internal HeartbeatMark Add(HeartbeatMark? before) =>
        this with
        {
            Ticks = Ticks + (before?.Ticks ?? 0),
            Evaluations = Evaluations + (before?.Evaluations ?? 0),
            Failures = Failures + (before?.Failures ?? 0),
            MetricCalls = MetricCalls + (before?.MetricCalls ?? 0),
        };

    /// <summary>Whether the heartbeat lies so far in the future that it must stem from a wrong clock.</summary>
    public bool IsFromFuture(DateTimeOffset now) => Tick > now + ClockMark.Tolerance || CompletedAt > now + ClockMark.Tolerance;
}
