using System.Text.Json;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Changes;

/// <summary>Payload of the outbox row of a change: the sizes, and what the decision permitted.</summary>
internal sealed record ChangeRequest
{
    public const string RowId = "change";

    public required string FromSku { get; init; }

    public required int FromUnits { get; init; }

    public required string ToSku { get; init; }

    public required int ToUnits { get; init; }

    /// <summary>True when a freeze was in force and the decision overrode it (a sustained overload); never for a change of tier.</summary>
    public bool? OverridesFreeze { get; init; }

    /// <summary>
    /// True when the regional quota capped this scale-out or the previous one; see <see cref="ChangeRecord.ExceedsKnownQuota"/>.
    /// </summary>
    public bool? ExceedsKnownQuota { get; init; }

    /// <summary>Priority within its tick; null in a request written by an older version.</summary>
    public ChangePriority? Priority { get; init; }

    public string? ApprovalId { get; init; }

    public string? PlanHash { get; init; }

    /// <inheritdoc cref="ChangeRecord.EvaluatedAt"/>
    public DateTimeOffset? EvaluatedAt { get; init; }

    /// <summary>The reasons as sentences, for the messages about the change.</summary>
    public string? Reason { get; init; }

    /// <summary>Cost or saving of the change, in words; null when no price is known.</summary>
    public string? Cost { get; init; }

    public static ChangeRequest Create(Decision decision, FleetResource resource, string? cost, DateTimeOffset now) =>
        new()
        {
            FromSku = resource.Sku,
            FromUnits = resource.Units,
            ToSku = decision.Sku,
            ToUnits = decision.Units,
            Priority = ChangePriorities.FromDecision(decision),
            OverridesFreeze = decision.Action != ScalingAction.ChangeTier && resource.Settings.FindFreeze(now) is not null ? true : null,
            Reason = ChangeText.DescribeReasons(decision.Reasons),
            Cost = cost,
        };

    public OutboxItem ToItem(string resourceId, DateTimeOffset tick) =>
        new()
        {
            Scope = resourceId,
            Id = RowId,
            CreatedAt = tick,
            Kind = OutboxKind.Change,
            DedupKey = ChangeRecord.CreateId(resourceId, tick),
            Payload = JsonSerializer.Serialize(this, ServiceJsonFormat.Default.ChangeRequest),
        };

    /// <summary>Reads the priority of a request; null when it cannot be read.</summary>
    public static ChangePriority? FindPriority(OutboxItem item) =>
        Parse(item) is not { } order
            ? null
            : order.Priority ?? (order.ToUnits < order.FromUnits ? ChangePriority.ScaleIn : ChangePriority.ScaleOut);

    public static ChangeRecord? Read(OutboxItem item) => Parse(item)?.ToChange(item.Scope, item.CreatedAt);

    /// <summary>Creates the record of the change that is requested.</summary>
    /// <param name="tick">Tick of the decision.</param>
    public ChangeRecord ToChange(string resourceId, DateTimeOffset tick) =>
        new()
        {
            ResourceId = resourceId,
            DecidedAt = tick,
            EvaluatedAt = EvaluatedAt,
            FromSku = FromSku,
            FromUnits = FromUnits,
            ToSku = ToSku,
            ToUnits = ToUnits,
            OverridesFreeze = OverridesFreeze,
            ExceedsKnownQuota = ExceedsKnownQuota,
            IsUrgent = Priority == ChangePriority.Urgent ? true : null,
            ApprovalId = ApprovalId,
            PlanHash = PlanHash,
            Reason = Reason,
            Cost = Cost,
        };

    private static ChangeRequest? Parse(OutboxItem item) => ServiceJsonFormat.Default.ChangeRequest.TryRead(item.Payload);
}
