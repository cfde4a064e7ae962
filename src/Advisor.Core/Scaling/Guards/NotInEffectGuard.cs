using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Requests no change for a while after changes that did not take effect, even in a sustained overload; after scale-ins alone, no scale-in.
/// </summary>
internal sealed class NotInEffectGuard : Guard
{
    public override string Code => ReasonCodes.NotInEffect;

    public override int LimitStep(DecisionContext context, int wanted) =>
        HasRemark(context) && (wanted < context.CurrentStep || !context.State.IneffectiveChanges!.AreScaleIns)
            ? context.CurrentStep
            : wanted;

    public override bool HasRemark(DecisionContext context) =>
        context.State.IneffectiveChanges?.IsWaiting(context.State.DecisionMinute, context.Rules.Policy) == true;

    public override string Describe(DecisionContext context, int wanted) =>
        context.State.IneffectiveChanges!.Describe(context.Rules.Policy);
}
