namespace Advisor.Core.Settings;

/// <summary>Actions that Advisor may take on a resource.</summary>
public enum AdvisorMode
{
    /// <summary>Record only; send no recommendations.</summary>
    Observe,

    /// <summary>Recommend; apply nothing.</summary>
    Recommend,

    /// <summary>Apply changes that a person approved.</summary>
    Approve,

    /// <summary>Apply scale-outs; recommend scale-ins and tier changes.</summary>
    AutoUp,

    /// <summary>Apply both directions.</summary>
    Auto,
}
