using System.Globalization;
using System.Text.Json.Serialization;
using Advisor.State.Rows;

namespace Advisor.State.Changes;

/// <summary>Where a change stands. The first three are open; the others are final.</summary>
public enum ChangeState
{
    /// <summary>Written down, not yet sent: after a crash the resource itself shows whether it was.</summary>
    Intended,

    /// <summary>The request is on its way; no answer is recorded.</summary>
    Sent,

    /// <summary>Azure works on it; <see cref="ChangeRecord.OperationUrl"/> has its progress, where it is known.</summary>
    Accepted,

    /// <summary>The resource was seen at the new size.</summary>
    Verified,

    /// <summary>Azure gave up, or the size is not the one asked for.</summary>
    Failed,

    /// <summary>Azure does not allow it: lock, policy, quota, rights.</summary>
    Refused,

    /// <summary>Not sent: the resource, its settings or the decision changed before. The next tick decides again.</summary>
    Canceled,
}

/// <summary>
/// One decided change of one resource, from intention to end. A resource has at most one per instant of decision, and one open at a time.
/// </summary>
public sealed record ChangeRecord
{
    public required string ResourceId { get; init; }

    /// <summary>The tick of the decision; with the resource it names the change, however often its message is delivered.</summary>
    public required DateTimeOffset DecidedAt { get; init; }

    public required string FromSku { get; init; }

    public required int FromUnits { get; init; }

    public required string ToSku { get; init; }

    public required int ToUnits { get; init; }

    public ChangeState State { get; init; } = ChangeState.Intended;

    /// <summary>Address of the operation's progress; null before acceptance, and where it was lost.</summary>
    public string? OperationUrl { get; init; }

    public DateTimeOffset? SentAt { get; init; }

    public DateTimeOffset? AcceptedAt { get; init; }

    public DateTimeOffset? ClosedAt { get; init; }

    /// <summary>How often the request was sent; one that Azure answered with 409 or 429 does not count.</summary>
    public int Attempts { get; init; }

    /// <summary>
    /// True where Azure accepted an earlier request of this change that came to nothing and was sent again; null otherwise.
    /// </summary>
    public bool? WasAcceptedBefore { get; init; }

    /// <summary>Not to be sent or asked again before this; null = at once.</summary>
    public DateTimeOffset? NextAttemptAt { get; init; }

    /// <summary>Azure's code or a word of ours for the last failure; null where there was none.</summary>
    public string? Code { get; init; }

    /// <summary>One sentence on how it stands or ended.</summary>
    public string? Text { get; init; }

    /// <summary>The approval behind it; null where none was needed.</summary>
    public string? ApprovalId { get; init; }

    /// <summary>Hash of the plan that was decided or approved.</summary>
    public string? PlanHash { get; init; }

    /// <summary>Why it was decided, in words; null where it was not recorded.</summary>
    public string? Reason { get; init; }

    /// <summary>What it costs or saves a month, in words; null where no price is known.</summary>
    public string? Cost { get; init; }

    /// <summary>True where a freeze was in force at the decision, which passed it for a standing overload; null otherwise.</summary>
    public bool? OverridesFreeze { get; init; }

    /// <summary>
    /// True where the regional quota was or is in the way: its use is counted again before the change is sent; null otherwise.
    /// </summary>
    public bool? ExceedsKnownQuota { get; init; }

    /// <summary>
    /// True for an overload that stood, or a minimum: it may use what the change rate limit has left of the other direction; null
    /// otherwise.
    /// </summary>
    public bool? IsUrgent { get; init; }

    [JsonIgnore]
    public string? ETag { get; init; }

    /// <summary>Names the change: 32 hexadecimal digits of the resource, a dash, 19 digits of the instant.</summary>
    [JsonIgnore]
    public string Id => CreateId(ResourceId, DecidedAt);

    [JsonIgnore]
    public bool IsOpen => State is ChangeState.Intended or ChangeState.Sent or ChangeState.Accepted;

    [JsonIgnore]
    public bool ChangesTier => !string.Equals(FromSku, ToSku, StringComparison.OrdinalIgnoreCase);

    [JsonIgnore]
    public ChangeDirection Direction => ToUnits < FromUnits ? ChangeDirection.In : ChangeDirection.Out;

    /// <summary>Whether Azure ever accepted it: only such a change can fail to come into effect.</summary>
    [JsonIgnore]
    public bool WasAccepted => AcceptedAt is not null || WasAcceptedBefore == true;

    public static string CreateId(string resourceId, DateTimeOffset decidedAt) =>
        $"{StateKeys.Hash(resourceId)}-{StateKeys.Ascending(decidedAt)}";

    /// <summary>The parts of an id; null where the text is none.</summary>
    internal static (string Resource, long Ticks)? ParseId(string id) =>
        id is { Length: 52 }
        && id[32] == '-'
        && StateKeys.IsHex(id.AsSpan(0, 32))
        && long.TryParse(id.AsSpan(33), NumberStyles.None, CultureInfo.InvariantCulture, out var ticks)
            ? (id[..32], ticks)
            : null;
}

/// <summary>Marks a resource as having an open change.</summary>
internal sealed record OpenChangeMark(string ChangeId, string ResourceId);
