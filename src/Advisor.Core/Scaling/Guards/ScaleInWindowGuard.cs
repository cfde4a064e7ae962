using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Defers scale-ins to the hours in which the settings allow them. Advice to a person is not deferred; the change that follows it is.
/// </summary>
internal sealed class ScaleInWindowGuard : Guard
{
    public override string Code => ReasonCodes.ScaleInWindow;

    public override int LimitStep(DecisionContext context, int wanted) =>
        wanted < context.CurrentStep && !context.IsSteady && !context.Settings.AllowsScaleIn(context.Now) ? context.CurrentStep : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        $"{context.Settings.DescribeScaleInWindows(context.Now)} "
        + $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} enough.";
}
