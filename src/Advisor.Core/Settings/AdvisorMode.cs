namespace Advisor.Core.Settings;

/// <summary>What Advisor may do to a resource.</summary>
public enum AdvisorMode
{
    /// <summary>Record only: no recommendation leaves the record.</summary>
    Observe,

    /// <summary>Recommend; apply nothing.</summary>
    Recommend,

    /// <summary>Apply what a person approved.</summary>
    Approve,

    /// <summary>Apply scale-out; recommend the rest.</summary>
    AutoUp,

    /// <summary>Apply both directions.</summary>
    Auto,
}
