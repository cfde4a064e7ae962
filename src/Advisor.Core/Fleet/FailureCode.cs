namespace Advisor.Core.Fleet;

/// <summary>Why a resource could not be read or changed. Reports, stored changes and logs contain these names: they stay.</summary>
public enum FailureCode
{
    /// <summary>A permission is missing (403).</summary>
    Forbidden,

    /// <summary>The subscription, group or resource does not exist (404).</summary>
    NotFound,

    /// <summary>Azure requested a longer wait than the maximum, or repeatedly throttled (429).</summary>
    Throttled,

    /// <summary>No response in time.</summary>
    Timeout,

    /// <summary>No connection, or the circuit of the endpoint is open after repeated failures.</summary>
    Unreachable,

    /// <summary>A response that cannot be parsed, or violates the contract.</summary>
    InvalidResponse,

    /// <summary>No sign-in, or one that Azure no longer accepts (401).</summary>
    Credential,

    /// <summary>Server error of Azure (5xx).</summary>
    ServiceFault,

    /// <summary>Azure rejects the request as invalid (400) or unsupported (501), or the id is not a resource id.</summary>
    Invalid,

    /// <summary>The settings of a resource, in the file or its tags, could not be read.</summary>
    Settings,

    /// <summary>A fault of the program, about one resource.</summary>
    Fault,

    /// <summary>A row of the state that cannot be read.</summary>
    Unreadable,

    /// <summary>This machine's clock is wrong.</summary>
    ClockWrong,

    /// <summary>A resource lock forbids the change.</summary>
    Locked,

    /// <summary>An Azure policy forbids the change.</summary>
    Policy,

    /// <summary>The regional quota of the subscription does not allow the change.</summary>
    Quota,

    /// <summary>Another change of the resource is in progress (409, 412).</summary>
    Conflict,

    /// <summary>The resource shows that it is being changed.</summary>
    Updating,

    /// <summary>An autoscale setting of Azure manages the size.</summary>
    Autoscale,

    /// <summary>The subscription is not registered for a resource provider that the call needs.</summary>
    NotRegistered,
}
