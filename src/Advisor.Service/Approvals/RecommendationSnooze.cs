using System.Text.Json.Serialization;
using Advisor.Core.Quantities;

namespace Advisor.Service.Approvals;

/// <summary>Snooze of a recommendation: not sent again for a time, or until it changes.</summary>
public sealed record RecommendationSnooze
{
    // Relative difference of sizes up to which it is the same recommendation.
    private const double Tolerance = 0.1;

    public required string ResourceId { get; init; }

    /// <summary>SKU in force when it was snoozed.</summary>
    public required string FromSku { get; init; }

    public required int FromUnits { get; init; }

    /// <summary>SKU that was recommended.</summary>
    public required string Sku { get; init; }

    public required int Units { get; init; }

    [JsonIgnore]
    public Size From => new(FromSku, FromUnits);

    [JsonIgnore]
    public Size To => new(Sku, Units);

    public required string Author { get; init; }

    public required string Reason { get; init; }

    public required DateTimeOffset At { get; init; }

    /// <summary>End, exclusive; null = dismissed: it ends when the figures change.</summary>
    public DateTimeOffset? Until { get; init; }

    /// <summary>
    /// Whether the snooze covers a recommendation: it has not ended, the tiers are the same, and neither size differs by more than a tenth.
    /// </summary>
    public bool Covers(Size from, Size to, DateTimeOffset now) => !(now >= Until) && IsNear(from, From) && IsNear(to, To);

    private static bool IsNear(Size size, Size then) => size.HasSkuOf(then) && Math.Abs(size.Units - then.Units) <= Tolerance * then.Units;
}
