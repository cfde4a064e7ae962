using System.Text.Json.Serialization;
using Advisor.State.Rows;

namespace Advisor.State.Changes;

public enum ApprovalState
{
    Pending,
    Approved,
    Declined,

    /// <summary>The plan behind it has changed, or its time has passed.</summary>
    Void,
}

/// <summary>A question to a person whether one plan may be applied. Holds only a hash of the token.</summary>
public sealed record ApprovalRecord
{
    /// <summary>Made by <see cref="CreateId"/>.</summary>
    public required string Id { get; init; }

    public required string ResourceId { get; init; }

    /// <summary>The change that it would start: <see cref="ChangeRecord.CreateId"/>.</summary>
    public required string ChangeId { get; init; }

    public required DateTimeOffset CreatedAt { get; init; }

    public required DateTimeOffset ExpiresAt { get; init; }

    /// <summary>Hash of the plan that the person sees.</summary>
    public required string PlanHash { get; init; }

    public required string TokenHash { get; init; }

    /// <summary>Which key signed the token.</summary>
    public required string KeyId { get; init; }

    /// <summary>The plan as JSON: sizes, reasons, cost; what the page shows.</summary>
    public required string Plan { get; init; }

    public ApprovalState State { get; init; } = ApprovalState.Pending;

    public DateTimeOffset? SettledAt { get; init; }

    /// <summary>Who answered, where sign-in is on; null otherwise.</summary>
    public string? SettledBy { get; init; }

    /// <summary>What the page says after it was settled.</summary>
    public string? Outcome { get; init; }

    [JsonIgnore]
    public string? ETag { get; init; }

    /// <summary>
    /// An id that leads to its resource's rows: 32 hexadecimal digits of the resource, a dash, the random part in hexadecimal.
    /// </summary>
    /// <param name="random">16 bytes from a cryptographic source.</param>
    public static string CreateId(string resourceId, ReadOnlySpan<byte> random) =>
        random.Length == 16
            ? $"{StateKeys.Hash(resourceId)}-{Convert.ToHexStringLower(random)}"
            : throw new ArgumentException("An approval's id takes 16 random bytes.", nameof(random));

    /// <summary>The resource's part of an id; null where the text is none.</summary>
    internal static string? FindResource(string id) =>
        id is { Length: 65 } && id[32] == '-' && StateKeys.IsHex(id.AsSpan(0, 32)) && StateKeys.IsHex(id.AsSpan(33)) ? id[..32] : null;
}
