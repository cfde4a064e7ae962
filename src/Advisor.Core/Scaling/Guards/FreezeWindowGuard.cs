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
        var text = $"{freeze.Name} allows no change before {freeze.End.UtcDateTime:yyyy-MM-dd HH:mm} UTC";
        return IsExempt(context, freeze, wanted)
            ? $"{text}, but the size has been too small for {Wording.FormatCount(context.State.OverloadedMinutes, "minute")}: "
                + "Advisor scales out anyway."
            : $"{text}; {Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} recommended.";
    }

    private static bool IsExempt(DecisionContext context, PlannedWindow freeze, int wanted) =>
        !freeze.IsStrict && context.IsOverloaded && wanted > context.CurrentStep;

    private static PlannedWindow? FindFreeze(DecisionContext context) => FindFreeze(context.Settings, context.Now);

    /// <summary>Returns the freeze at an instant, a strict one first; null if there is none.</summary>
    internal static PlannedWindow? FindFreeze(ResourceSettings settings, DateTimeOffset at)
    {
        PlannedWindow? found = null;
        foreach (var window in settings.Windows)
        {
            if (window.IsFreeze && at >= window.Start && at < window.End && (found is null || window.IsStrict))
            {
                found = window;
            }
        }

        return found;
    }
}
