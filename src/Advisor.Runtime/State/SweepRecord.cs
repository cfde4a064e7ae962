using Advisor.Core.Metrics;

namespace Advisor.Runtime.State;

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
