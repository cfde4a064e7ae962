using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// A person paused this direction: nothing is changed that way, not even in a standing overload or for an announced floor.
/// </summary>
internal sealed class PauseGuard : Guard
{
    public override string Code => ReasonCodes.ScalingPaused;

    public override int AllowedStep(DecisionContext s, int wanted) =>
        wanted != s.CurrentStep && s.Settings.Pause is { } pause && pause.Covers(scaleOut: wanted > s.CurrentStep) ? s.CurrentStep : wanted;

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{s.Settings.Pause!.Describe(scaleOut: wanted > s.CurrentStep)} {Wording.Count(s.Ladder[wanted], "unit")} "
                + $"{Wording.IsOrAre(s.Ladder[wanted])} recommended."
        );
}
