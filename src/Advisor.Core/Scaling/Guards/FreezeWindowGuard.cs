using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Forbids changes in a freeze window, except a scale-out in a sustained overload if the freeze is not strict.</summary>
internal sealed class FreezeWindowGuard : Guard
{
    public override string Code => ReasonCodes.FreezeWindow;

    public override int LimitStep(DecisionContext context, int wanted) =>
        FindFreeze(context) is not { } freeze || IsExempt(context, freeze, wanted) ? wanted : context.CurrentStep;

    public override bool HasRemark(DecisionContext context) => FindFreeze(context) is { IsStrict: false } && context.IsOverloaded;

    public override string Describe(DecisionContext context, int wanted)
    {
        var freeze = FindFreeze(context)!;
        // A remark, where the size stays, is of an overload.
        return wanted == context.CurrentStep || IsExempt(context, freeze, wanted)
            ? freeze.Describe() + DescribeOverload(context)
            : $"{freeze.Describe()}; {Wording.FormatCount(context.Ladder[wanted], "unit")} "
                + $"{Wording.FormatIsOrAre(context.Ladder[wanted])} recommended.";
    }

    private static bool IsExempt(DecisionContext context, FreezeInForce freeze, int wanted) =>
        !freeze.IsStrict && context.IsOverloaded && wanted > context.CurrentStep;

    private static FreezeInForce? FindFreeze(DecisionContext context) => context.Settings.FindFreeze(context.Now);
}
