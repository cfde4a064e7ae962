using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Forbids changes in a direction that a person paused, even in a sustained overload or for an announced minimum.</summary>
internal sealed class PauseGuard : Guard
{
    public override string Code => ReasonCodes.ScalingPaused;

    public override int LimitStep(DecisionContext context, int wanted) =>
        wanted != context.CurrentStep && context.Settings.Pause is { } pause && pause.Covers(scaleOut: wanted > context.CurrentStep)
            ? context.CurrentStep
            : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{context.Settings.Pause!.Describe(scaleOut: wanted > context.CurrentStep)} "
                + $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} recommended."
        );
}
