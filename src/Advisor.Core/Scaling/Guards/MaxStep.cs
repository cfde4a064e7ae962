using System.Globalization;

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
        $"{s.Ladder[wanted]} units are wanted; maxStep allows {(s.Settings.MaxStep == 1 ? "1 unit" : $"{s.Settings.MaxStep} units")} per change, so {s.Ladder[Allowed(s, wanted)]} come first.");
}
