namespace Advisor.State.Resources;

/// <summary>Whether an evaluation succeeded, and what its metrics allowed to say.</summary>
public enum EvaluationState
{
    Ok,

    /// <summary>Too few metrics to scale in, or to say anything.</summary>
    InsufficientData,

    /// <summary>A metric contradicts the others.</summary>
    SuspectMetric,

    /// <summary>The newest metrics are too old to act on.</summary>
    StaleMetrics,

    /// <summary>All metrics of the subscription and region are zero at once: they are not believed.</summary>
    MetricsOutage,

    /// <summary>The metrics could not be read, or the resource cannot be decided on; the problem says why.</summary>
    Failed,
}
