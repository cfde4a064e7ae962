using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Ignores a single reading far above the previous ones until a second one in a row confirms it. Announced minimums still apply.
/// </summary>
internal sealed class UnconfirmedJumpGuard : Guard
{
    public override string Code => ReasonCodes.UnconfirmedJump;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.AwaitsSecondReading ? Math.Max(context.CurrentStep, Math.Min(wanted, TrustedStep.FindAnnounced(context))) : wanted;

    public override bool HasRemark(DecisionContext context) => context.AwaitsSecondReading;

    public override string Describe(DecisionContext context, int wanted) =>
        $"One reading needs {context.State.Readings.UnconfirmedUnits:0.0} units, more than two steps above the "
        + $"current {context.Observation.Units}: Advisor waits for a second reading in a row to confirm it.";
}
