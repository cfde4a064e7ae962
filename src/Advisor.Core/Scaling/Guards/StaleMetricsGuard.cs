using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Holds the size, except for announced minimums, while metrics are older than the policy's <c>staleAfter</c>.</summary>
internal sealed class StaleMetricsGuard : Guard
{
    public override string Code => ReasonCodes.StaleMetrics;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.IsStale ? Math.Max(context.CurrentStep, Math.Min(wanted, TrustedStep.FindAnnounced(context))) : wanted;

    public override bool HasRemark(DecisionContext context) => context.IsStale;

    public override string Describe(DecisionContext context, int wanted) =>
        $"The newest metrics are {Wording.FormatDuration(context.Age)} old, more than "
        + $"{Wording.FormatDuration(context.Rules.Policy.StaleAfter)}: no "
        + $"change{TrustedStep.DescribeException(context)} until newer ones arrive.";
}
