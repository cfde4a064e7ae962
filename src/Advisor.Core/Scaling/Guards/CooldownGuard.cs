using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// The smallest time between changes, for each direction: a scale-in waits after any change, a scale-out only after a scale-out.
/// </summary>
internal sealed class CooldownGuard : Guard
{
    public override string Code => ReasonCodes.CoolingDown;

    public override int AllowedStep(DecisionContext s, int wanted) =>
        wanted == s.CurrentStep || (s.IsOverloaded && wanted > s.CurrentStep) || LeftMinutes(s, wanted) <= 0 ? wanted : s.CurrentStep;

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Wording.Count(s.Ladder[wanted], "unit")} {Wording.IsOrAre(s.Ladder[wanted])} recommended; the cooldown ends in "
                + $"{Wording.Duration(TimeSpan.FromMinutes(LeftMinutes(s, wanted)))}."
        );

    private static double LeftMinutes(DecisionContext s, int wanted)
    {
        var (cooldown, last) =
            wanted > s.CurrentStep
                ? (s.Rules.Policy.ScaleOutCooldown, s.State.Changes.ScaledOutAt)
                : (s.Rules.Policy.ScaleInCooldown, s.State.Changes.ChangedAt);
        return last is { } at ? cooldown.TotalMinutes - (s.State.DecisionMinute - at) : 0;
    }
}
