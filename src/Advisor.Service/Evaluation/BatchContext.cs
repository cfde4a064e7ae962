using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluation;

/// <summary>Context shared by all resources of a batch.</summary>
/// <param name="Allowance">What the batch may still request.</param>
/// <param name="Suppressions">Silences and mute windows in force.</param>
internal sealed record BatchContext(
    EvaluationBatch Batch,
    MetricReadResult Metrics,
    BatchAllowance Allowance,
    AlertSuppression Suppressions,
    DateTimeOffset Now
)
{
    /// <summary>What the others of resources with geo-replicas, and of endpoint groups, require.</summary>
    public MemberNeeds Members { get; init; } = MemberNeeds.Unknown;

    /// <summary>The outage; set while all metrics of the region are zero at once.</summary>
    public ZeroMetrics? Outage { get; init; }
}
