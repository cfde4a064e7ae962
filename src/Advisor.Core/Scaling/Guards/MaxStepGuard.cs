using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Limits the units per change in either direction; the next step of the ladder is always allowed, since less cannot be bought.
/// </summary>
internal sealed class MaxStepGuard : Guard
{
    public override string Code => ReasonCodes.MaxStep;

    public override int LimitStep(DecisionContext context, int wanted)
    {
        if (context.Settings.MaxStep is not { } maxUnits || wanted == context.CurrentStep)
        {
            return wanted;
        }

        var toward = wanted > context.CurrentStep ? 1 : -1;
        var step = context.CurrentStep + toward;
        while (step != wanted && Math.Abs(context.Ladder[step + toward] - context.Observation.Units) <= maxUnits)
        {
            step += toward;
        }

        return step;
    }

    public override string Describe(DecisionContext context, int wanted)
    {
        var (most, first) = (context.Settings.MaxStep ?? 0, context.Ladder[LimitStep(context, wanted)]);
        var next = Math.Abs(first - context.Observation.Units) > most ? " or the next size" : "";
        return $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} recommended; "
            + $"maxStep allows {Wording.FormatCount(most, "unit")}{next} per change, so {first} come first.";
    }
}
