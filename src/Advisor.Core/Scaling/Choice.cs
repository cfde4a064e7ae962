using Advisor.Core.Capacity;

namespace Advisor.Core.Scaling;

/// <summary>The size to want before any guard is asked: what the rules agree on, raised by what is announced and by an overload that stands.</summary>
internal static class Choice
{
    /// <summary>The step wanted, and the code of what decided it.</summary>
    public static (int Step, string Code) Of(Situation s)
    {
        var (step, code) = (s.Agreed, s.Agreed > s.InForce ? ReasonCodes.ForecastExceedsCapacity : s.Agreed < s.InForce ? ReasonCodes.Oversized : ReasonCodes.WithinCapacity);
        if (ShrinkWasWrong(s))
        {
            (step, code) = Raised(s, step, code, s.Ladder.IndexAtLeast(s.Units), ReasonCodes.ShrinkUndone);
        }

        if (s.IsOverloaded)
        {
            (step, code) = Raised(s, step, code, Math.Max(s.InForce + 1, s.Ladder.IndexAtLeast(s.Units)), ReasonCodes.StandingOverload);
        }

        if (step > s.InForce && s.Need.Needs.Routing is double.PositiveInfinity)
        {
            // No size of this SKU moves the routing wall: grow for the other limits only.
            step = Math.Clamp(s.Ladder.IndexAtLeast(OtherNeeds(s)), s.InForce, step);
            code = step == s.InForce ? ReasonCodes.NoSizeSuffices : code;
        }

        if (Floor(s) is { } window)
        {
            (step, code) = Raised(s, step, code, s.Ladder.IndexAtLeast(window.LeastUnits!.Value), ReasonCodes.PlannedFloor);
        }

        (step, code) = Raised(s, step, code, s.Lowest, ReasonCodes.LeastSize);
        return step > s.Highest ? (s.Highest, s.Highest <= s.InForce ? ReasonCodes.GreatestSize : code) : (step, code);
    }

    /// <summary>The announced window with the greatest least size, from the policy's <c>announcedAhead</c> before its start to its end; null where there is none.</summary>
    public static PlannedWindow? Floor(Situation s)
    {
        PlannedWindow? greatest = null;
        foreach (var window in s.Settings.Windows)
        {
            if (window.LeastUnits > (greatest?.LeastUnits ?? 0) && s.Now < window.End && s.Now >= window.Start - s.Rules.Policy.AnnouncedAhead)
            {
                greatest = window;
            }
        }

        return greatest;
    }

    /// <summary>Units that every limit but routing asks for, with the tenth that stands for what is not known of the next minutes.</summary>
    public static double OtherNeeds(Situation s) => 1.1 * (new Needs(
        s.Need.State == DataState.SuspectMetric ? null : s.Need.Needs.ServerLoad,
        s.Need.Needs.Connections,
        s.Need.Needs.Inbound,
        s.Need.Needs.Outbound).Greatest() ?? 0);

    private static bool ShrinkWasWrong(Situation s) => s.State.Changes is { Ours: true, Shrank: true, ChangedAt: { } at }
        && s.State.Measured >= at && s.State.Measured - at <= s.Rules.Policy.ShrinkTrial.TotalMinutes && s.State.OverloadedMinutes >= 1;

    private static (int Step, string Code) Raised(Situation s, int step, string code, int to, string why)
    {
        var limited = Math.Min(to, s.Ladder.Count - 1);
        return limited > step ? (limited, why) : (step, code);
    }
}
