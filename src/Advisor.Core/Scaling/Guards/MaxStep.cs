using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>One change moves at most so many units, in either direction; always the next step of the ladder, since less cannot be bought.</summary>
internal sealed class MaxStep : Guard
{
    public override string Code => ReasonCodes.MaxStep;

    public override int Allowed(Situation s, int wanted)
    {
        if (s.Settings.MaxStep is not { } most || wanted == s.InForce)
        {
            return wanted;
        }

        var toward = wanted > s.InForce ? 1 : -1;
        var step = s.InForce + toward;
        while (step != wanted && Math.Abs(s.Ladder[step + toward] - s.Observation.Units) <= most)
        {
            step += toward;
        }

        return step;
    }

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Wording.Counted(s.Ladder[wanted], "unit")} {Wording.Are(s.Ladder[wanted])} wanted; maxStep allows {Wording.Counted(s.Settings.MaxStep ?? 0, "unit")} per change, so {s.Ladder[Allowed(s, wanted)]} come first.");
}
