using Advisor.Core.Fleet;
using Advisor.Core.Quantities;

namespace Advisor.Service.Fleet;

/// <summary>A change of size. The request contains name, tier, capacity and location, nothing else.</summary>
/// <param name="ResourceId">Resource to change.</param>
/// <param name="From">Size at the time of the decision; the change is refused when the resource has another one.</param>
/// <param name="To">Size to set, its units a step of the SKU's ladder.</param>
public sealed record ScaleRequest(string ResourceId, Size From, Size To)
{
    /// <summary>
    /// Time after which the request must not be sent, since other instances no longer expect it: a process may have been suspended since
    /// the decision. Null = no limit.
    /// </summary>
    public DateTimeOffset? NotAfter { get; init; }
}

public enum ScaleResult
{
    /// <summary>Azure has accepted the change; follow <see cref="ScaleOutcome.OperationUrl"/>.</summary>
    Accepted,

    /// <summary>The resource already has this size.</summary>
    AlreadyApplied,

    /// <summary>The resource has changed since the decision: decide again.</summary>
    ResourceChanged,

    /// <summary>Another update is running (409), the call was throttled (429) or a transient fault occurred: retry later.</summary>
    RetryLater,

    /// <summary><see cref="ScaleRequest.NotAfter"/> had passed: nothing was sent.</summary>
    TooLate,

    /// <summary>
    /// Azure refuses the change: lock, policy, quota, rights, or a size that is not available. <see cref="ScaleOutcome.Code"/> says which.
    /// </summary>
    Refused,
}

/// <param name="Code">Why the change was not accepted; null on success.</param>
/// <param name="RetryAfter">Wait that Azure requested; null when it did not say.</param>
public sealed record ScaleOutcome(ScaleResult Result, string? OperationUrl, FailureCode? Code, string Text, TimeSpan? RetryAfter = null)
{
    /// <summary>Whether a read before the request failed, so that nothing was sent and nothing can be in progress.</summary>
    public bool IsUnsent { get; init; }
}

/// <param name="IsDone">Whether the operation is in a terminal state.</param>
/// <param name="HasSucceeded">Whether it succeeded; meaningful when IsDone.</param>
public sealed record ScaleProgress(bool IsDone, bool HasSucceeded, string Status, string? Text = null)
{
    /// <summary>Whether Azure no longer knows the operation: only the resource shows its result.</summary>
    public bool HasExpired { get; init; }

    /// <summary>Whether the operation could not be read, for want of a right or of an answer: the resource may show its result.</summary>
    public bool IsUnread { get; init; }
}
