namespace Advisor.Service.Evaluate;

/// <summary>What became of a batch.</summary>
/// <param name="IsRepeated">True where the batch was complete before; nothing was done then.</param>
/// <param name="Messages">Rows written to the outbox, whose messages leave now; the next tick sends those that got lost.</param>
/// <param name="MetricCalls">Metric calls made.</param>
public sealed record BatchResult(
    bool IsRepeated,
    IReadOnlyList<ResourceEvaluation> Evaluations,
    IReadOnlyList<OutboxKey> Messages,
    int MetricCalls
)
{
    /// <summary>Why nothing was done, as a sentence: this machine's clock is wrong. The batch is not done then; null otherwise.</summary>
    public string? HoldReason { get; init; }
}
