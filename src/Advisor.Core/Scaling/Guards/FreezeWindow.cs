using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Nothing is changed in a freeze, except that a standing overload scales out where the freeze is not strict.</summary>
internal sealed class FreezeWindow : Guard
{
    public override string Code => ReasonCodes.FreezeWindow;

    public override int Allowed(Situation s, int wanted) =>
        Freeze(s) is not { } freeze || Passes(s, freeze, wanted) ? wanted : s.InForce;

    public override bool Speaks(Situation s) => Freeze(s) is { IsStrict: false } && s.IsOverloaded;

    public override string Text(Situation s, int wanted)
    {
        var freeze = Freeze(s)!;
        var text = string.Create(CultureInfo.InvariantCulture, $"{freeze.Name} allows no change before {freeze.End.UtcDateTime:yyyy-MM-dd HH:mm}");
        return Passes(s, freeze, wanted)
            ? $"{text}, but the size has been too small for {Wording.Counted(s.State.OverloadedMinutes, "minute")}: Advisor scales out all the same."
            : $"{text}; {Wording.Counted(s.Ladder[wanted], "unit")} {Wording.Are(s.Ladder[wanted])} wanted.";
    }

    private static bool Passes(Situation s, PlannedWindow freeze, int wanted) => !freeze.IsStrict && s.IsOverloaded && wanted > s.InForce;

    private static PlannedWindow? Freeze(Situation s)
    {
        PlannedWindow? found = null;
        foreach (var window in s.Settings.Windows)
        {
            if (window.Freezes && s.Now >= window.Start && s.Now < window.End && (found is null || window.IsStrict))
            {
                found = window;
            }
        }

        return found;
    }
}
