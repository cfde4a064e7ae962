using Advisor.Core.Observations;

namespace Advisor.State.Fleet;

/// <summary>A tick and how many batches it was split into.</summary>
public sealed record TickRecord(DateTimeOffset Tick, int Batches, DateTimeOffset StartedAt)
{
    /// <summary>What its batches were made of; null where an older version began it.</summary>
    public TickPlan? Plan { get; init; }
}

/// <summary>A batch of a tick that is complete.</summary>
public sealed record BatchRecord(DateTimeOffset Tick, string Batch, DateTimeOffset CompletedAt, int Resources, int Failures)
{
    /// <summary>Resources that were found idle, by short hashes of their ids; they need no look for a few ticks.</summary>
    public IReadOnlyList<string> IdleResources { get; init; } = [];

    /// <summary>Calls to Azure Monitor that it took.</summary>
    public int MetricCalls { get; init; }

    /// <summary>When the metrics of its resources were last other than zero; null where none ever was.</summary>
    public RegionActivity? Activity { get; init; }
}

/// <summary>How far a tick is: which of its batches are complete.</summary>
public sealed record TickProgress(TickRecord Tick, IReadOnlyList<BatchRecord> CompletedBatches)
{
    public bool IsComplete => CompletedBatches.Count >= Tick.Batches;
}
