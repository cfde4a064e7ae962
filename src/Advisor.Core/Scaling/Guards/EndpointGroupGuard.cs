using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Forbids a scale-in while it is not known what the other endpoints, whose sizes move together with this one, need.</summary>
internal sealed class EndpointGroupGuard : Guard
{
    public override string Code => ReasonCodes.EndpointsUnknown;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.Observation.Fleet.Endpoints is { IsUnknown: true } && context.Pin is null ? Math.Max(wanted, context.CurrentStep) : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        $"No scale-in: what the other endpoints of the group '{context.Observation.Fleet.Endpoints!.Name}' need is not known for each of "
        + "them, and their sizes move together (endpointSizes: oneByOne sizes each for its own load).";
}
