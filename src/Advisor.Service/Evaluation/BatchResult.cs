using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Evaluation;

/// <summary>Result of evaluating a batch.</summary>
/// <param name="IsRepeated">Whether the batch was already complete, so that nothing was done.</param>
/// <param name="Messages">Outbox rows written, whose messages are sent now; the next tick sends those that get lost.</param>
/// <param name="MetricCalls">Metric calls made.</param>
public sealed record BatchResult(
    bool IsRepeated,
    IReadOnlyList<ResourceEvaluation> Evaluations,
    IReadOnlyList<OutboxKey> Messages,
    int MetricCalls
)
{
    /// <summary>
    /// Reason why nothing was done, as a sentence: this machine's clock is wrong. The batch is not complete then. Null otherwise.
    /// </summary>
    public string? HoldReason { get; init; }

    /// <summary>What was read in another way than usual, as sentences: a refused batch call, a metric without its aggregation.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}
