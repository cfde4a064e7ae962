using System.Text.Json;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>What the outbox row of a change says: which sizes, and what was allowed when it was decided.</summary>
internal sealed record ChangeOrder
{
    public const string RowId = "change";

    public required string FromSku { get; init; }

    public required int FromUnits { get; init; }

    public required string ToSku { get; init; }

    public required int ToUnits { get; init; }

    /// <summary>True where a freeze was in force and the decision passed it nevertheless (a standing overload); never for a change of tier.</summary>
    public bool? DespiteFreeze { get; init; }

    /// <summary>True where the regional quota capped this scale-out or the one before; see <see cref="ChangeRecord.AsksQuota"/>.</summary>
    public bool? AsksQuota { get; init; }

    /// <summary>Which orders of a tick go first; null in an order of an older version.</summary>
    public ChangePriority? Priority { get; init; }

    public string? ApprovalId { get; init; }

    public string? PlanHash { get; init; }

    /// <summary>Why, in words: for the messages about the change.</summary>
    public string? Why { get; init; }

    /// <summary>What it costs or saves, in words; null where no price is known.</summary>
    public string? Cost { get; init; }

    public static ChangeOrder Of(Decision decision, FleetResource resource, string? cost, DateTimeOffset now) => new()
    {
        FromSku = resource.Sku,
        FromUnits = resource.Units,
        ToSku = decision.Sku,
        ToUnits = decision.Units,
        Priority = ChangePriorities.Of(decision),
        DespiteFreeze = decision.Action != ScalingAction.ChangeTier && Freezes.At(resource.Settings, now) is not null ? true : null,
        Why = ChangeWords.Why(decision.Reasons),
        Cost = cost,
    };

    public OutboxItem ToItem(string resourceId, DateTimeOffset tick) => new()
    {
        Scope = resourceId,
        Id = RowId,
        CreatedAt = tick,
        Kind = OutboxKind.Change,
        DedupKey = ChangeRecord.IdOf(resourceId, tick),
        Payload = JsonSerializer.Serialize(this, Wire.Default.ChangeOrder),
    };

    /// <summary>Where an order stands among those of its tick; null where it cannot be read.</summary>
    public static ChangePriority? PriorityOf(OutboxItem item) => Parse(item) is not { } order ? null
        : order.Priority ?? (order.ToUnits < order.FromUnits ? ChangePriority.ScaleIn : ChangePriority.ScaleOut);

    public static ChangeRecord? Read(OutboxItem item) => Parse(item) is { } order
        ? new ChangeRecord
        {
            ResourceId = item.Scope,
            DecidedAt = item.CreatedAt,
            FromSku = order.FromSku,
            FromUnits = order.FromUnits,
            ToSku = order.ToSku,
            ToUnits = order.ToUnits,
            DespiteFreeze = order.DespiteFreeze,
            AsksQuota = order.AsksQuota,
            IsUrgent = order.Priority == ChangePriority.Urgent ? true : null,
            ApprovalId = order.ApprovalId,
            PlanHash = order.PlanHash,
            Why = order.Why,
            Cost = order.Cost,
        }
        : null;

    private static ChangeOrder? Parse(OutboxItem item)
    {
        try
        {
            return JsonSerializer.Deserialize(item.Payload, Wire.Default.ChangeOrder);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>Windows in which nothing is changed.</summary>
internal static class Freezes
{
    /// <summary>The freeze in force, a strict one before others; null where there is none.</summary>
    public static PlannedWindow? At(ResourceSettings settings, DateTimeOffset now) =>
        settings.Windows
            .Where(window => window.Freezes && window.Start <= now && now < window.End)
            .OrderByDescending(window => window.IsStrict)
            .FirstOrDefault();
}
