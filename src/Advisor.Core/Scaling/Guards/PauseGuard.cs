using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Forbids changes in a direction that a person paused, even in a sustained overload or for an announced minimum.</summary>
internal sealed class PauseGuard : Guard
{
    public override string Code => ReasonCodes.ScalingPaused;

    public override int LimitStep(DecisionContext context, int wanted) =>
        wanted != context.CurrentStep && FindPause(context, wanted) is not null ? context.CurrentStep : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        $"{FindPause(context, wanted)!.Describe(scaleOut: wanted > context.CurrentStep, context.Now)} "
        + $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} recommended.";

    private static ResourcePause? FindPause(DecisionContext context, int wanted) =>
        context.Settings.FindPause(scaleOut: wanted > context.CurrentStep, context.Now);
}
