using System.Globalization;
using System.Text.Json.Serialization;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Changes;

/// <summary>State of a change. The first three are open, the others final.</summary>
public enum ChangeState
{
    /// <summary>Written, not yet sent; after a crash the resource itself shows whether it was.</summary>
    Intended,

    /// <summary>The request is being sent; no response is recorded.</summary>
    Sent,

    /// <summary>Accepted by Azure; <see cref="ChangeRecord.OperationUrl"/> reports the progress if it is known.</summary>
    Accepted,

    /// <summary>The resource has the new size.</summary>
    Verified,

    /// <summary>Azure's operation failed, or the resource has another size than requested.</summary>
    Failed,

    /// <summary>Rejected by Azure: lock, policy, quota or permissions.</summary>
    Refused,

    /// <summary>Not sent, because the resource, its settings or the decision changed before. The next tick decides again.</summary>
    Canceled,
}

/// <summary>
/// Change of one resource from decision to end. A resource has at most one per instant of decision, and one open at a time.
/// </summary>
public sealed record ChangeRecord
{
    public required string ResourceId { get; init; }

    /// <summary>Tick of the decision; with the resource it identifies the change, however often its message is delivered.</summary>
    public required DateTimeOffset DecidedAt { get; init; }

    /// <summary>
    /// Time of the evaluation, from which the age of the decision counts: the first tick of a long interval may begin much later than its
    /// time. Null where it is that of the tick, where a person decided, and in a row of an older version.
    /// </summary>
    public DateTimeOffset? EvaluatedAt { get; init; }

    public required string FromSku { get; init; }

    public required int FromUnits { get; init; }

    public required string ToSku { get; init; }

    public required int ToUnits { get; init; }

    [JsonIgnore]
    public Size From => new(FromSku, FromUnits);

    [JsonIgnore]
    public Size To => new(ToSku, ToUnits);

    public ChangeState State { get; init; } = ChangeState.Intended;

    /// <summary>URL that reports the operation's progress; null before acceptance, or if it was lost.</summary>
    public string? OperationUrl { get; init; }

    public DateTimeOffset? SentAt { get; init; }

    public DateTimeOffset? AcceptedAt { get; init; }

    public DateTimeOffset? ClosedAt { get; init; }

    /// <summary>Number of times the request was sent, without those that Azure answered with 409 or 429.</summary>
    public int Attempts { get; init; }

    /// <summary>True if Azure accepted an earlier request of this change that had no effect and was sent again; null otherwise.</summary>
    public bool? WasAcceptedBefore { get; init; }

    /// <summary>
    /// Provisioning state in which an earlier operation had left the resource, Failed or Canceled, when the request was sent; null when it
    /// was Succeeded, or nothing was sent.
    /// </summary>
    public string? StateBefore { get; init; }

    /// <summary>Time before which the change is neither sent nor polled; null = at once.</summary>
    public DateTimeOffset? NextAttemptAt { get; init; }

    /// <summary>Error code of Azure or Advisor for the last failure; null if there was none.</summary>
    public string? Code { get; init; }

    /// <summary>One sentence about the state or the result.</summary>
    public string? Text { get; init; }

    /// <summary>Id of its approval; null if none was required.</summary>
    public string? ApprovalId { get; init; }

    /// <summary>Hash of the plan decided on or approved.</summary>
    public string? PlanHash { get; init; }

    /// <summary>Reason for the decision, in words; null if not recorded.</summary>
    public string? Reason { get; init; }

    /// <summary>Additional cost or saving per month, in words; null when no price is known.</summary>
    public string? Cost { get; init; }

    /// <summary>True if the change was decided in a freeze window, which allowed it for a sustained overload; null otherwise.</summary>
    public bool? OverridesFreeze { get; init; }

    /// <summary>
    /// True if the regional quota was or is exceeded: its usage is counted again before the change is sent; null otherwise.
    /// </summary>
    public bool? ExceedsKnownQuota { get; init; }

    /// <summary>
    /// True for a sustained overload or a minimum: the change may use the remainder of the other direction's change rate limit; null
    /// otherwise.
    /// </summary>
    public bool? IsUrgent { get; init; }

    /// <summary>Connections dropped as it took effect; null until counted, when not read, or in a row of an older version.</summary>
    public ConnectionDrop? Drop { get; init; }

    [JsonIgnore]
    public string? ETag { get; init; }

    /// <summary>Id of the change: 32 hexadecimal digits of the resource, a dash, 19 digits of the instant.</summary>
    [JsonIgnore]
    public string Id => CreateId(ResourceId, DecidedAt);

    [JsonIgnore]
    public bool IsOpen => State is ChangeState.Intended or ChangeState.Sent or ChangeState.Accepted;

    /// <summary>Time of the decision, which its tick may precede by minutes.</summary>
    [JsonIgnore]
    public DateTimeOffset DecisionTime => EvaluatedAt ?? DecidedAt;

    [JsonIgnore]
    public bool ChangesTier => !From.HasSkuOf(To);

    [JsonIgnore]
    public ChangeDirection Direction => ToUnits < FromUnits ? ChangeDirection.In : ChangeDirection.Out;

    /// <summary>Whether Azure has accepted the change; only then can it fail to take effect.</summary>
    [JsonIgnore]
    public bool WasAccepted => AcceptedAt is not null || WasAcceptedBefore == true;

    /// <summary>
    /// Returns a sentence, with a space before it, where an earlier operation had left the resource as Failed or Canceled; empty otherwise.
    /// </summary>
    internal string DescribeStateBefore() =>
        StateBefore is { } state ? $" The resource was {state} before this change; a new write is what ends that state." : "";

    /// <summary>
    /// Returns a sentence where the resource is another one than the change was sent to, or decided for, under the same id: what became of
    /// the change says nothing of it. Null where it is the same; what a person approves is for the resource that has the size.
    /// </summary>
    internal string? DescribeRecreation(FleetResource resource, DateTimeOffset now) =>
        (SentAt ?? (ApprovalId is null ? DecisionTime : null)) is { } since && resource.IsCreatedSince(since, now)
            ? $"{resource.Name} was created at {resource.CreatedAt!.Value.UtcDateTime:yyyy-MM-dd HH:mm} UTC, after this change was decided "
                + "for the one before it: the next tick decides again."
            : null;

    /// <summary>Creates the id of a change: 32 hexadecimal digits of the resource, a dash, 19 digits of the instant.</summary>
    public static string CreateId(string resourceId, DateTimeOffset decidedAt) =>
        $"{StateKeys.Hash(resourceId)}-{StateKeys.FormatAscending(decidedAt)}";

    /// <summary>Parses an id; null if the text is not one.</summary>
    internal static (string Resource, long Ticks)? ParseId(string id) =>
        id is { Length: 52 }
        && id[32] == '-'
        && StateKeys.IsHex(id.AsSpan(0, 32))
        && long.TryParse(id.AsSpan(33), NumberStyles.None, CultureInfo.InvariantCulture, out var ticks)
            ? (id[..32], ticks)
            : null;
}

/// <summary>Mark of a resource with an open change.</summary>
internal sealed record OpenChangeMark(string ChangeId, string ResourceId);
