namespace Advisor.Service.Evaluation.Records;

/// <summary>Result of an evaluation and state of its data.</summary>
public enum EvaluationState
{
    Ok,

    /// <summary>Too few metrics for a scale-in or any recommendation.</summary>
    InsufficientData,

    /// <summary>A metric contradicts the others.</summary>
    SuspectMetric,

    /// <summary>The newest metrics are too old to act on.</summary>
    StaleMetrics,

    /// <summary>All metrics of the subscription and region are zero at once and are not trusted.</summary>
    MetricsOutage,

    /// <summary>The metrics could not be read, or no decision is possible; the problem gives the reason.</summary>
    Failed,
}
