namespace Advisor.Core.Decisions;

/// <summary>Assessment of a resource's metrics.</summary>
public enum DataState
{
    Ok,

    /// <summary>Too few metrics: no scale-in, no recommendation.</summary>
    InsufficientData,

    /// <summary>A metric contradicts the others (server load high while traffic and connections are low) and is ignored.</summary>
    SuspectMetric,
}
