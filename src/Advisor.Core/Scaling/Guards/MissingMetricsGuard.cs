using System.Numerics;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Treats a missing metric as a possible limit of a smaller size, but not as a requirement for a larger one. Known metrics may still scale
/// out.
/// </summary>
internal sealed class MissingMetricsGuard : Guard
{
    private const MetricSet Required =
        MetricSet.ServerLoad | MetricSet.ConnectionCount | MetricSet.InboundTraffic | MetricSet.OutboundTraffic;

    public override string Code => ReasonCodes.InsufficientData;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.Required.CanScaleIn ? wanted : TrustedStep.Find(context, wanted);

    public override bool HasRemark(DecisionContext context) =>
        !context.Observation.Readings.HasAllRequired() && context.Observation.Fleet.ZeroMetrics is null && ListMissing(context).Any();

    public override string Describe(DecisionContext context, int wanted)
    {
        var missing = ListMissing(context).ToList();
        var unless = missing.Count == BitOperations.PopCount((uint)Required) ? "" : " unless the other metrics need more";
        return $"Missing for {context.Observation.Time.UtcDateTime:HH:mm} UTC: {string.Join(", ", missing)}. "
            + $"Missing is not zero: no change{TrustedStep.DescribeException(context)}{unless}. {DescribeLastComplete(context)}";
    }

    private static string DescribeLastComplete(DecisionContext context) =>
        context.State.History.FindNewestKnownMinute() is null
            ? "No complete minute has been seen yet."
            : $"The last complete minute needed {context.State.LastUnitsRequired:0.0} units.";

    private static IEnumerable<string> ListMissing(DecisionContext context)
    {
        var readings = context.Observation.Readings;
        return from metric in MetricTable.Sizing
            where Required.HasFlag(metric.Key) && metric.Get(readings) is null
            where metric.Key != MetricSet.ConnectionCount || readings.ConnectionQuotaUtilization is null
            where !context.SuspectReadings.Any(suspect => suspect.Metric == metric.Text)
            select metric.Text;
    }
}
