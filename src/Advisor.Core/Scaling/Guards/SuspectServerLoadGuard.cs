using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Ignores a server load that contradicts traffic and connections, in both directions.</summary>
internal sealed class SuspectServerLoadGuard : Guard
{
    public override string Code => ReasonCodes.SuspectMetric;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.Required.DataState == DataState.SuspectMetric ? TrustedStep.Find(context, wanted) : wanted;

    public override bool HasRemark(DecisionContext context) => context.Required.DataState == DataState.SuspectMetric;

    public override string Describe(DecisionContext context, int wanted) =>
        $"Server load reads {context.Observation.Readings.ServerLoad:0.#} %, but traffic and connections explain about "
        + $"{context.Required.ExpectedLoad:0.#} %: {DescribeEffect(context)} and does not scale in.";

    private static string DescribeEffect(DecisionContext context) =>
        context.Required.Units > context.Required.ExplainedUnits
            ? "until another metric agrees, Advisor adds at most one step for it"
            : "Advisor does not act on it";
}
