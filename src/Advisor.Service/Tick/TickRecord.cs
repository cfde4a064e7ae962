using Advisor.Core.Observations;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Tick;

/// <summary>Tick and its number of batches.</summary>
public sealed record TickRecord(DateTimeOffset Tick, int Batches, DateTimeOffset StartedAt)
{
    /// <summary>Input of its batches; null for a tick begun by an older version.</summary>
    public TickPlan? Plan { get; init; }

    /// <summary>Names of the first places that could not be listed; null where all were, or for a tick begun by an older version.</summary>
    public IReadOnlyList<string>? Unread { get; init; }
}

/// <summary>Completed batch of a tick.</summary>
public sealed record BatchRecord(DateTimeOffset Tick, string Batch, DateTimeOffset CompletedAt, int Resources, int Failures)
{
    /// <summary>Resources found idle, as short hashes of their ids; they are skipped for a few ticks.</summary>
    public IReadOnlyList<string> IdleResources { get; init; } = [];

    /// <summary>Calls to Azure Monitor made for the batch.</summary>
    public int MetricCalls { get; init; }

    /// <summary>Activity of the metrics of its resources; null if none was ever active.</summary>
    public RegionActivity? Activity { get; init; }

    /// <summary><see cref="ResourceStateDocument.Generation"/> of the program that completed it; null for an earlier version.</summary>
    public int? Generation { get; init; }

    /// <summary>
    /// Whether it is to be evaluated again: a program of older formats completed it without some resources, whose states this one may read.
    /// </summary>
    internal bool LeavesSome() => Failures > 0 && !(Generation >= ResourceStateDocument.Generation);
}

/// <summary>Progress of a tick: its completed batches.</summary>
public sealed record TickProgress(TickRecord Tick, IReadOnlyList<BatchRecord> CompletedBatches)
{
    public bool IsComplete => CompletedBatches.Count >= Tick.Batches;
}
