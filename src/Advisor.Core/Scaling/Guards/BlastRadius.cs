using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>So many changes, and so many units, of a subscription in an hour, that one fault cannot move a whole fleet.</summary>
internal sealed class BlastRadius : Guard
{
    public override string Code => ReasonCodes.BlastRadius;

    public override int Allowed(Situation s, int wanted)
    {
        if (wanted == s.InForce || s.Observation.Fleet.ChangesLeftThisHour <= 0)
        {
            return s.InForce;
        }

        if (s.Observation.Fleet.UnitsLeftThisHour is not { } left)
        {
            return wanted;
        }

        var step = wanted;
        while (step != s.InForce && Math.Abs(s.Ladder[step] - s.Observation.Units) > left)
        {
            step += step > s.InForce ? -1 : 1;
        }

        return step;
    }

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Wording.Counted(s.Ladder[wanted], "unit")} wanted; in this hour the subscription may make {Count(s.Observation.Fleet.ChangesLeftThisHour, "change")} and move {Count(s.Observation.Fleet.UnitsLeftThisHour, "unit")}.");

    private static string Count(int? left, string noun) => left is { } known ? Wording.Counted(Math.Max(known, 0), "more " + noun) : $"any number of {noun}s";
}
