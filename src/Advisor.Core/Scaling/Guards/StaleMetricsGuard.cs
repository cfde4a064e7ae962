using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Metrics older than the policy's <c>staleAfter</c> say nothing about now: the size stays, announced floors apart.</summary>
internal sealed class StaleMetricsGuard : Guard
{
    public override string Code => ReasonCodes.StaleMetrics;

    public override int AllowedStep(DecisionContext s, int wanted) =>
        s.IsStale ? Math.Max(s.CurrentStep, Math.Min(wanted, TrustedStep.FindAnnounced(s))) : wanted;

    public override bool HasRemark(DecisionContext s) => s.IsStale;

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"The newest metrics are {Wording.Duration(s.Age)} old, more than {Wording.Duration(s.Rules.Policy.StaleAfter)}: no "
                + $"change until newer ones arrive."
        );
}
