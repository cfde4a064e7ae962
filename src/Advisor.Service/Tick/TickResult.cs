using Advisor.Core.Fleet;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Tick;

/// <summary>Work of one tick.</summary>
/// <param name="Batches">Batches, one message each; for a tick begun earlier, those that are not complete.</param>
/// <param name="Messages">Outbox rows that are open and due; their messages may have been lost.</param>
/// <param name="Failures">Scopes and rows that could not be listed or read; the rest of the tick is not affected.</param>
/// <param name="CompletedTick">An earlier tick that this call completed, for which a heartbeat is sent; null when there is none.</param>
public sealed record TickResult(
    DateTimeOffset Tick,
    IReadOnlyList<EvaluationBatch> Batches,
    IReadOnlyList<OutboxKey> Messages,
    IReadOnlyList<FleetFailure> Failures,
    DateTimeOffset? CompletedTick
)
{
    /// <summary>Creates a tick without work.</summary>
    internal static TickResult Empty(DateTimeOffset tick) => new(tick, [], [], [], null);

    /// <summary>What was listed in another way than usual, and sizes that differ from the rules; nothing is missing by it.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Batches of this tick that an earlier call completed.</summary>
    public IReadOnlyList<BatchRecord> CompletedBatches { get; init; } = [];

    /// <summary>Number of idle resources that this tick skips.</summary>
    public int SkippedIdle { get; init; }
}
