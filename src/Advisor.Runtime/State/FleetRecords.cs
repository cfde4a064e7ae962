using System.Text.Json.Serialization;
using Advisor.Core.Metrics;
using Advisor.Runtime.Service;

namespace Advisor.Runtime.State;

/// <summary>No notifications of what matches, for a time, by somebody and for a reason.</summary>
public sealed record Silence
{
    public required string Id { get; init; }

    /// <summary>Label and value pairs that must all match; values may be a resource id, a team, an alert.</summary>
    public required IReadOnlyDictionary<string, string> Matchers { get; init; }

    public required string Author { get; init; }

    public required string Reason { get; init; }

    /// <summary>First instant, inclusive.</summary>
    public required DateTimeOffset Start { get; init; }

    /// <summary>Last instant, exclusive.</summary>
    public required DateTimeOffset End { get; init; }

    [JsonIgnore]
    public string? ETag { get; init; }

    public bool IsActive(DateTimeOffset now) => Start <= now && now < End;
}

/// <summary>A tick and how many shards it was split into.</summary>
public sealed record SweepRecord(DateTimeOffset Tick, int Shards, DateTimeOffset StartedAt)
{
    /// <summary>What its batches were made of; null where an older version began it.</summary>
    public SweepPlan? Plan { get; init; }
}

/// <summary>A shard of a tick that is done.</summary>
public sealed record ShardRecord(DateTimeOffset Tick, string Shard, DateTimeOffset CompletedAt, int Resources, int Failures)
{
    /// <summary>Resources that were found idle, by short hashes of their ids; they need no look for a few ticks.</summary>
    public IReadOnlyList<string> Idle { get; init; } = [];

    /// <summary>Calls to Azure Monitor that it took.</summary>
    public int MetricCalls { get; init; }

    /// <summary>When the metrics of its resources were last other than zero; null where none ever was.</summary>
    public RegionActivity? Activity { get; init; }
}

/// <summary>How far a sweep is; null figures cannot be: a sweep that is not known has no progress.</summary>
public sealed record SweepProgress(SweepRecord Sweep, IReadOnlyList<ShardRecord> Done)
{
    public bool IsComplete => Done.Count >= Sweep.Shards;
}

/// <summary>Applying is stopped until somebody clears it.</summary>
/// <param name="By">A person, or <c>advisor</c> after too many failed verifications.</param>
public sealed record PauseMark(string By, string Reason, DateTimeOffset At);

/// <summary>The last sweep that was completed, and what all of them did since the state was made.</summary>
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
    internal HeartbeatMark After(HeartbeatMark? before) => this with
    {
        Ticks = Ticks + (before?.Ticks ?? 0),
        Evaluations = Evaluations + (before?.Evaluations ?? 0),
        Failures = Failures + (before?.Failures ?? 0),
        MetricCalls = MetricCalls + (before?.MetricCalls ?? 0),
    };

    /// <summary>Whether it lies so far in the future that a wrong clock wrote it: it says nothing of the sweeps.</summary>
    public bool IsAfter(DateTimeOffset now) =>
        Tick > now + ServiceOptions.ClockTolerance || CompletedAt > now + ServiceOptions.ClockTolerance;
}

/// <summary>Work was held since the clock of the machine was found wrong.</summary>
/// <param name="At">By the time of Azure.</param>
/// <param name="Ahead">By how much it was ahead; negative = behind.</param>
public sealed record ClockMark(DateTimeOffset At, TimeSpan Ahead);

/// <summary>A stop of applying that somebody ended: part of the audit trail.</summary>
/// <param name="By">A person, as far as that is known.</param>
/// <param name="Ended">The stop.</param>
public sealed record ResumeMark(string By, string Reason, DateTimeOffset At, PauseMark Ended);

/// <summary>An API that asked to wait: all instances do.</summary>
public sealed record Throttle(string Scope, DateTimeOffset Until);

/// <summary>Verifications that failed one after another in a subscription.</summary>
/// <param name="FailuresInARow">0 after a success.</param>
/// <param name="Counted">The changes counted last, so that one that is reported again counts once.</param>
public sealed record VerificationRun(string Subscription, int FailuresInARow, IReadOnlyList<string> Counted);

/// <summary>How deliveries by a channel went lately.</summary>
/// <param name="Name">The channel.</param>
/// <param name="FailedInARow">Attempts that failed since the last that went well.</param>
/// <param name="Problem">Why the last one failed, without any secret; null where it went well.</param>
public sealed record ChannelHealth(string Name, int FailedInARow, string? Problem, DateTimeOffset At);

/// <summary>How the rows of this store are spread; fixed when the store is made.</summary>
internal sealed record StoreLayout(int Buckets);
