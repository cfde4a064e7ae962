using System.Text.Json.Serialization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Service.Recommendations;

/// <summary>
/// What is recommended to people for a resource until they follow it or it no longer holds. A recommendation stands while its size stays
/// within one step, through minutes that decide nothing.
/// </summary>
public sealed record ActiveRecommendation
{
    public required ScalingAction Action { get; init; }

    /// <summary>SKU in force.</summary>
    public required string FromSku { get; init; }

    /// <summary>Units in force.</summary>
    public required int FromUnits { get; init; }

    /// <summary>SKU recommended.</summary>
    public required string Sku { get; init; }

    /// <summary>Units recommended.</summary>
    public required int Units { get; init; }

    [JsonIgnore]
    public Size From => new(FromSku, FromUnits);

    [JsonIgnore]
    public Size To => new(Sku, Units);

    /// <summary>First evaluation that recommended it.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>Newest evaluation that recommended it.</summary>
    public required DateTimeOffset SeenAt { get; init; }

    /// <summary>Whether the newest evaluation that recommended it found an overload, now or expected within the hour.</summary>
    public bool IsUrgent { get; init; }

    /// <summary>Time of the last message of its own, or of an alert that carries it; null when there was none.</summary>
    public DateTimeOffset? SentAt { get; init; }

    /// <summary>First of the evaluations in a row that recommended a size more than a step away; null when the last one did not.</summary>
    public DateTimeOffset? DiffersSince { get; init; }

    /// <summary>Units recommended before it, on the same SKU and at the same size in force; null when there were none.</summary>
    public int? EarlierUnits { get; init; }

    /// <summary>First reason of the newest evaluation that recommended it, as a sentence.</summary>
    public string? Reason { get; init; }

    /// <summary>Change of the monthly bill, negative = saved; null when unknown.</summary>
    public decimal? CostChange { get; init; }

    /// <summary>ISO 4217, such as USD; null without a change of the bill.</summary>
    public string? Currency { get; init; }

    /// <summary>Link to its pending approval, without its token; null when none is pending.</summary>
    public Uri? ApproveLink { get; init; }

    /// <summary>Whether it is a saving that reaches the minimum of the resource's settings, or needs more than is in force.</summary>
    public bool IsWorthSaying { get; init; }

    /// <summary>Returns the recommendation after a message about it.</summary>
    public ActiveRecommendation RecordSent(DateTimeOffset at) => this with { SentAt = at };

    /// <summary>Whether it is a larger size, or for another SKU that does not cost less.</summary>
    [JsonIgnore]
    public bool IsLarger => To.HasSkuOf(From) ? Units > FromUnits : CostChange is not <= 0;
}
