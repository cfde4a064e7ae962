namespace Advisor.Service.Fleet;

/// <summary>A change of size. Name, tier and capacity are sent together and nothing else but the location.</summary>
/// <param name="ResourceId">The resource.</param>
/// <param name="FromSku">The SKU that the decision saw; the change is refused where the resource has moved on.</param>
/// <param name="FromUnits">The units that the decision saw.</param>
public sealed record ScaleRequest(string ResourceId, string FromSku, int FromUnits, string ToSku, int ToUnits);

public enum ScaleResult
{
    /// <summary>Azure works on it; follow <see cref="ScaleOutcome.OperationUrl"/>.</summary>
    Accepted,

    /// <summary>The resource has this size already.</summary>
    AlreadyApplied,

    /// <summary>The resource is no longer what the decision saw: decide again.</summary>
    ResourceChanged,

    /// <summary>Another update runs (409), throttled (429) or a passing fault: ask again later.</summary>
    RetryLater,

    /// <summary>Azure will not do it: lock, policy, quota, rights, off the ladder. <see cref="ScaleOutcome.Code"/> says which.</summary>
    Refused,
}

/// <param name="Code">
/// Azure's error code or a word of ours (Locked, Policy, Quota, Forbidden, NotFound, Invalid); null where it worked.
/// </param>
/// <param name="RetryAfter">What Azure asked to wait; null where it did not say.</param>
public sealed record ScaleOutcome(ScaleResult Result, string? OperationUrl, string? Code, string Text, TimeSpan? RetryAfter = null);

/// <param name="IsDone">True at a terminal state.</param>
/// <param name="HasSucceeded">Meaningful where Done.</param>
public sealed record ScaleProgress(bool IsDone, bool HasSucceeded, string Status, string? Text = null);
