using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Forbids a scale-in while it is not known what the others, whose clients the resource would take over, require.</summary>
internal sealed class FailoverGuard : Guard
{
    public override string Code => ReasonCodes.FailoverUnknown;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.Observation.Fleet.Failover is { Loads: null } && context.Pin is null ? Math.Max(wanted, context.CurrentStep) : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        $"No scale-in: what its {(context.Observation.Fleet.Failover!.AreEndpoints ? "other endpoints" : "geo-replicas")} require is not "
        + "known for each of them, and this size takes over if one fails "
        + "(failover: none sizes it for its own clients alone).";
}
