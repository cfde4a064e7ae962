using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>Result of one run of grouping: the deliveries and the items they replace.</summary>
/// <param name="Deliveries">Deliveries in the order of enqueuing.</param>
/// <param name="Sources">
/// Hashes of the items that are complete once the deliveries are enqueued: <see cref="OutboxRows.ComputeHash(OutboxItem)"/>.
/// </param>
internal sealed record PlannedDeliveries(IReadOnlyList<OutboxItem> Deliveries, IReadOnlyCollection<string> Sources);

/// <summary>Content of the journal: the state of grouping, and the run in progress.</summary>
/// <param name="Plan">Run in progress; null if there is none.</param>
/// <param name="ETag">ETag of the head row; null before the first run.</param>
/// <param name="Parts">Keys of the plan's rows.</param>
internal sealed record GroupingProgress(GroupingMemory Memory, PlannedDeliveries? Plan, string? ETag, IReadOnlyList<string> Parts)
{
    /// <summary>Damaged part of the journal that is reset; null if there is none.</summary>
    public string? Problem { get; init; }
}
