using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Holds the size, except for announced minimums, while all metrics of a subscription and region are zero at once.</summary>
internal sealed class MetricsOutageGuard : Guard
{
    public override string Code => ReasonCodes.MetricsOutage;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.Observation.Fleet.ZeroMetrics is null
            ? wanted
            : Math.Max(context.CurrentStep, Math.Min(wanted, TrustedStep.FindAnnounced(context)));

    public override bool HasRemark(DecisionContext context) => context.Observation.Fleet.ZeroMetrics is not null;

    public override string Describe(DecisionContext context, int wanted)
    {
        var zero = context.Observation.Fleet.ZeroMetrics!;
        var noChange = $"No change{TrustedStep.DescribeException(context)} until";
        var since = $"Every metric has been exactly zero since {zero.Since.UtcDateTime:HH:mm} UTC";
        return zero.Resources > 0
            ? $"{since}, and none of the {Wording.FormatCount(zero.Resources, "resource")} in use in this region has reported "
                + $"activity since: a metrics outage, not idleness. {noChange} the metrics are back."
            : $"{since} in a metrics outage; other resources report again. {noChange} this one does, or stays at zero.";
    }
}
