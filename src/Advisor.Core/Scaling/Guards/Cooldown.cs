using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>The least time between changes, for each direction: a scale-in waits after any change, a scale-out only after a scale-out.</summary>
internal sealed class Cooldown : Guard
{
    public override string Code => ReasonCodes.CoolingDown;

    public override int Allowed(Situation s, int wanted) =>
        wanted == s.InForce || (s.IsOverloaded && wanted > s.InForce) || LeftMinutes(s, wanted) <= 0 ? wanted : s.InForce;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Wording.Counted(s.Ladder[wanted], "unit")} {Wording.Are(s.Ladder[wanted])} wanted; the cooldown ends in {Wording.Duration(TimeSpan.FromMinutes(LeftMinutes(s, wanted)))}.");

    private static double LeftMinutes(Situation s, int wanted)
    {
        var (cooldown, last) = wanted > s.InForce
            ? (s.Rules.Policy.ScaleOutCooldown, s.State.Changes.GrownAt)
            : (s.Rules.Policy.ScaleInCooldown, s.State.Changes.ChangedAt);
        return last is { } at ? cooldown.TotalMinutes - (s.State.Decided - at) : 0;
    }
}
