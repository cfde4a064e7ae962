using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Minimum time between changes, per direction: a scale-in waits after any change, a scale-out only after a scale-out.</summary>
internal sealed class CooldownGuard : Guard
{
    public override string Code => ReasonCodes.CoolingDown;

    public override int LimitStep(DecisionContext context, int wanted) =>
        wanted == context.CurrentStep || (context.IsOverloaded && wanted > context.CurrentStep) || ComputeMinutesLeft(context, wanted) <= 0
            ? wanted
            : context.CurrentStep;

    public override string Describe(DecisionContext context, int wanted) =>
        $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} recommended; "
        + $"the cooldown ends in {Wording.FormatDuration(TimeSpan.FromMinutes(ComputeMinutesLeft(context, wanted)))}.";

    private static double ComputeMinutesLeft(DecisionContext context, int wanted)
    {
        var (cooldown, last) =
            wanted > context.CurrentStep
                ? (context.Rules.Policy.ScaleOutCooldown, context.State.Changes.ScaledOutAt)
                : (context.Rules.Policy.ScaleInCooldown, context.State.Changes.ChangedAt);
        return last is { } at ? cooldown.TotalMinutes - (context.State.DecisionMinute - at) : 0;
    }
}
