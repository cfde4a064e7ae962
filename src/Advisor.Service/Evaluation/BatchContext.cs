using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;
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

    /// <summary>
    /// Earlier metrics of resources whose past is learned again from <see cref="Metrics"/> and these; null where none is.
    /// </summary>
    public CoarseHistory? Past { get; init; }

    /// <summary>
    /// Returns the earlier metrics of a resource whose past is to be learned again by the settings of now; null where it is not, or where
    /// they could not be read: it is kept until then.
    /// </summary>
    public IReadOnlyList<HistorySample>? FindPast(BatchResource resource, RuleSet rules) =>
        Past is not null && resource.HasOtherBasis(rules) && !Past.HasFailed(resource.Resource!) ? Past.Find(resource.Resource!) : null;

    /// <summary>The outage; set while all metrics of the region are zero at once.</summary>
    public ZeroMetrics? Outage { get; init; }
}
