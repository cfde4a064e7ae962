using System.Text.Json.Serialization;
using Advisor.Service.Changes;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Approvals;

/// <summary>State of an approval.</summary>
public enum ApprovalState
{
    Pending,
    Approved,
    Declined,

    /// <summary>The plan has changed, or the approval has expired.</summary>
    Void,
}

/// <summary>Request to a person to approve one plan. Holds only a hash of the token.</summary>
public sealed record ApprovalRecord
{
    /// <summary>Id, created by <see cref="CreateId"/>.</summary>
    public required string Id { get; init; }

    public required string ResourceId { get; init; }

    /// <summary>Id of the change that an approval starts; see <see cref="ChangeRecord.CreateId"/>.</summary>
    public required string ChangeId { get; init; }

    public required DateTimeOffset CreatedAt { get; init; }

    public required DateTimeOffset ExpiresAt { get; init; }

    /// <summary>Hash of the plan shown to the person.</summary>
    public required string PlanHash { get; init; }

    public required string TokenHash { get; init; }

    /// <summary>Id of the key that signed the token.</summary>
    public required string KeyId { get; init; }

    /// <summary>Plan as JSON: sizes, reasons, cost; shown on the page.</summary>
    public required string Plan { get; init; }

    public ApprovalState State { get; init; } = ApprovalState.Pending;

    public DateTimeOffset? SettledAt { get; init; }

    /// <summary>Person who answered, if sign-in is enabled; otherwise null.</summary>
    public string? SettledBy { get; init; }

    /// <summary>Text that the page shows after the answer.</summary>
    public string? Outcome { get; init; }

    [JsonIgnore]
    public string? ETag { get; init; }

    /// <summary>
    /// Creates an id that contains its resource: 32 hexadecimal digits of the resource, a dash, the random part in hexadecimal.
    /// </summary>
    /// <param name="random">16 bytes from a cryptographic source.</param>
    public static string CreateId(string resourceId, ReadOnlySpan<byte> random) =>
        random.Length == 16
            ? $"{StateKeys.Hash(resourceId)}-{Convert.ToHexStringLower(random)}"
            : throw new ArgumentException("An approval's id takes 16 random bytes.", nameof(random));

    /// <summary>Returns the resource part of an id; null if the text is not an id.</summary>
    internal static string? FindResource(string id) =>
        id is { Length: 65 } && id[32] == '-' && StateKeys.IsHex(id.AsSpan(0, 32)) && StateKeys.IsHex(id.AsSpan(33)) ? id[..32] : null;
}
