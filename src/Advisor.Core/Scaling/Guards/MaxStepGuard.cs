using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// One change moves at most so many units, in either direction; always the next step of the ladder, since less cannot be bought.
/// </summary>
internal sealed class MaxStepGuard : Guard
{
    public override string Code => ReasonCodes.MaxStep;

    public override int AllowedStep(DecisionContext s, int wanted)
    {
        if (s.Settings.MaxStep is not { } most || wanted == s.CurrentStep)
        {
            return wanted;
        }

        var toward = wanted > s.CurrentStep ? 1 : -1;
        var step = s.CurrentStep + toward;
        while (step != wanted && Math.Abs(s.Ladder[step + toward] - s.Observation.Units) <= most)
        {
            step += toward;
        }

        return step;
    }

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Wording.Count(s.Ladder[wanted], "unit")} {Wording.IsOrAre(s.Ladder[wanted])} recommended; maxStep allows "
                + $"{Wording.Count(s.Settings.MaxStep ?? 0, "unit")} per change, so {s.Ladder[AllowedStep(s, wanted)]} come first."
        );
}
