using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Allows one change at a time.</summary>
internal sealed class ChangeInProgressGuard : Guard
{
    public override string Code => ReasonCodes.ChangeInProgress;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.Observation.ChangeInProgress ? context.CurrentStep : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        $"A change is in progress; {Wording.FormatCount(context.Ladder[wanted], "unit")} "
        + $"{Wording.FormatIsOrAre(context.Ladder[wanted])} recommended after it.";
}
