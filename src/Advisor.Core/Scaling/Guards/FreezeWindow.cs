using System.Globalization;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Nothing is changed in a freeze, growth in a standing overload excepted.</summary>
internal sealed class FreezeWindow : Guard
{
    public override string Code => ReasonCodes.FreezeWindow;

    public override int Allowed(Situation s, int wanted) =>
        Freeze(s) is null || (s.IsOverloaded && wanted > s.InForce) ? wanted : s.InForce;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Freeze(s)!.Name} allows no change before {Freeze(s)!.End.UtcDateTime:yyyy-MM-dd HH:mm}; {s.Ladder[wanted]} units are wanted.");

    private static PlannedWindow? Freeze(Situation s)
    {
        foreach (var window in s.Settings.Windows)
        {
            if (window.Freezes && s.Now >= window.Start && s.Now < window.End)
            {
                return window;
            }
        }

        return null;
    }
}
