using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Treats connections without any traffic, or traffic without connections, as a gap in the metrics instead of idleness.</summary>
internal sealed class IdleReadingGuard : Guard
{
    public override string Code => ReasonCodes.IdleReading;

    public override int LimitStep(DecisionContext context, int wanted) =>
        IsContradictory(context) ? Math.Max(wanted, context.CurrentStep) : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        $"{Wording.FormatCount(context.Observation.Readings.ConnectionCount!.Value, "connection")} and "
        + $"{Wording.FormatCount(context.Observation.Readings.OutboundTraffic!.Value, "byte")} out "
        + $"contradict each other: the resource is not idle and is not scaled in.";

    private static bool IsContradictory(DecisionContext context) =>
        context.Observation.Readings
            is { InboundTraffic: 0, OutboundTraffic: 0, ConnectionCount: > 0 }
                or { ConnectionCount: 0, OutboundTraffic: > 0 };
}
