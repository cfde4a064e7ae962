using System.Globalization;
using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// No traffic at all while connections live, or traffic without connections, is a gap in the metrics and not an idle resource.
/// </summary>
internal sealed class IdleReadingGuard : Guard
{
    public override string Code => ReasonCodes.IdleReading;

    public override int AllowedStep(DecisionContext s, int wanted) => IsContradictory(s) ? Math.Max(wanted, s.CurrentStep) : wanted;

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{s.Observation.Readings.ConnectionCount:0} connections and {s.Observation.Readings.OutboundTraffic:0} bytes out "
                + $"contradict each other: the resource is not idle and is not scaled in."
        );

    private static bool IsContradictory(DecisionContext s) =>
        s.Observation.Readings
            is { InboundTraffic: 0, OutboundTraffic: 0, ConnectionCount: > 0 }
                or { ConnectionCount: 0, OutboundTraffic: > 0 };
}
