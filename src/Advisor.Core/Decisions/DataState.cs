namespace Advisor.Core.Decisions;

/// <summary>What the metrics of a resource allow to say.</summary>
public enum DataState
{
    Ok,

    /// <summary>Too few metrics: nothing is scaled in, nothing is promised.</summary>
    InsufficientData,

    /// <summary>A metric contradicts the others (server load high while traffic and connections are low): not acted upon.</summary>
    SuspectMetric,
}
