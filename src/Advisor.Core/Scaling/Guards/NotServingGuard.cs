using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Leaves a scale-in to a person while no clients are routed to the resource: its metrics do not show what returns at once when it serves
/// again.
/// </summary>
internal sealed class NotServingGuard : Guard
{
    public override string Code => ReasonCodes.NotServing;

    public override bool IsAdvisory(DecisionContext context) => !context.Observation.Fleet.IsServing;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.Observation.Fleet.IsServing || context.Pin is not null ? wanted : Math.Max(wanted, context.CurrentStep);

    public override bool HasRemark(DecisionContext context) => !context.Observation.Fleet.IsServing;

    public override string Describe(DecisionContext context, int wanted) =>
        "It is stopped, or its region endpoint is disabled: no clients are routed to it, and they may return at once. "
        + (
            context.Pin is not null ? "It has its pinned size all the same."
            : LimitStep(context, wanted) == wanted ? "Advisor does not scale it in."
            : $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} advisory; "
                + $"Advisor keeps {context.Observation.Units}."
        );
}
