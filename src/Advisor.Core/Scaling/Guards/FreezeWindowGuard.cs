using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Nothing is changed in a freeze, except that a standing overload scales out where the freeze is not strict.</summary>
internal sealed class FreezeWindowGuard : Guard
{
    public override string Code => ReasonCodes.FreezeWindow;

    public override int AllowedStep(DecisionContext s, int wanted) =>
        FindFreeze(s) is not { } freeze || IsExempt(s, freeze, wanted) ? wanted : s.CurrentStep;

    public override bool HasRemark(DecisionContext s) => FindFreeze(s) is { IsStrict: false } && s.IsOverloaded;

    public override string Describe(DecisionContext s, int wanted)
    {
        var freeze = FindFreeze(s)!;
        var text = string.Create(
            CultureInfo.InvariantCulture,
            $"{freeze.Name} allows no change before {freeze.End.UtcDateTime:yyyy-MM-dd HH:mm}"
        );
        return IsExempt(s, freeze, wanted)
            ? $"{text}, but the size has been too small for {Wording.Count(s.State.OverloadedMinutes, "minute")}: Advisor "
                + $"scales out anyway."
            : $"{text}; {Wording.Count(s.Ladder[wanted], "unit")} {Wording.IsOrAre(s.Ladder[wanted])} recommended.";
    }

    private static bool IsExempt(DecisionContext s, PlannedWindow freeze, int wanted) =>
        !freeze.IsStrict && s.IsOverloaded && wanted > s.CurrentStep;

    private static PlannedWindow? FindFreeze(DecisionContext s)
    {
        PlannedWindow? found = null;
        foreach (var window in s.Settings.Windows)
        {
            if (window.IsFreeze && s.Now >= window.Start && s.Now < window.End && (found is null || window.IsStrict))
            {
                found = window;
            }
        }

        return found;
    }
}
