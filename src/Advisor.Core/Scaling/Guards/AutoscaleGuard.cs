using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Makes changes advisory while an enabled Azure autoscale setting manages the size.</summary>
internal sealed class AutoscaleGuard : Guard
{
    public override string Code => ReasonCodes.AutoscaleEnabled;

    public override bool IsAdvisory(DecisionContext context) => context.Observation.Fleet.AutoscaleEnabled;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.Observation.Fleet.AutoscaleEnabled ? context.CurrentStep : wanted;

    public override bool HasRemark(DecisionContext context) => context.Observation.Fleet.AutoscaleEnabled;

    public override string Describe(DecisionContext context, int wanted) =>
        $"Azure autoscale manages this resource, "
        + $"so {Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} advisory. "
        + $"Disable the autoscale setting to let Advisor change the size.";
}
