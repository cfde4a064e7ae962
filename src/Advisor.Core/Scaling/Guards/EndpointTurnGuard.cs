using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Lets the endpoints of a group scale in one after the other, since clients that one drops reconnect to the others. Advice to a person is
/// not deferred; the change that follows it is.
/// </summary>
internal sealed class EndpointTurnGuard : Guard
{
    public override string Code => ReasonCodes.EndpointTurn;

    public override int LimitStep(DecisionContext context, int wanted) =>
        wanted < context.CurrentStep
        && !context.IsSteady
        && context.Observation.Fleet.Endpoints is { } group
        && FindTurn(context, group) > context.Now
            ? context.CurrentStep
            : wanted;

    public override string Describe(DecisionContext context, int wanted)
    {
        var group = context.Observation.Fleet.Endpoints!;
        return $"The endpoints of the group '{group.Name}' scale in by turns, so that clients that one drops find the others; its next "
            + $"turn begins at {FindTurn(context, group).UtcDateTime:yyyy-MM-dd HH:mm} UTC. "
            + $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} enough.";
    }

    private static DateTimeOffset FindTurn(DecisionContext context, EndpointGroup group) =>
        group.FindTurn(context.Now, context.Rules.Policy.EndpointTurn);
}
