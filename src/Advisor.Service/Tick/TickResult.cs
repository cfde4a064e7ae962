using Advisor.Core.Fleet;
using Advisor.Service.Evaluate;

namespace Advisor.Service.Tick;

/// <summary>What one tick has to do.</summary>
/// <param name="Batches">A message each; of a tick that was begun before, those that are not complete.</param>
/// <param name="Messages">Outbox rows that are open and due: their messages may have been lost.</param>
/// <param name="Failures">What could not be listed or read; the rest goes on.</param>
/// <param name="IsFirst">True for the call that began the tick.</param>
/// <param name="CompletedTick">An earlier tick that this call completed: send a heartbeat; null where there is none.</param>
public sealed record TickResult(
    DateTimeOffset Tick,
    IReadOnlyList<EvaluationBatch> Batches,
    IReadOnlyList<OutboxKey> Messages,
    IReadOnlyList<FleetFailure> Failures,
    bool IsFirst,
    DateTimeOffset? CompletedTick
)
{
    /// <summary>A tick with nothing to do.</summary>
    internal static TickResult Empty(DateTimeOffset tick) => new(tick, [], [], [], false, null);

    /// <summary>Idle resources that this tick skips.</summary>
    public int SkippedIdle { get; init; }
}
