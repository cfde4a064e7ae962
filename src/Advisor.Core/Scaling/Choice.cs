using Advisor.Core.Rules;

namespace Advisor.Core.Scaling;

/// <summary>The size to want before any guard is asked: what the rules agree on, raised by what is announced and by an overload that stands.</summary>
internal static class Choice
{
    // Of the forecast: the half hour that alerts look ahead, and four of five cases.
    private const int HalfHour = 2, UpperQuantile = 1;

    /// <summary>The step wanted, and the code of what decided it.</summary>
    public static (int Step, string Code) Of(Situation s)
    {
        var agreed = Covered(s, Stabilization.Of(s, s.Agreed));
        var (step, code) = (
            agreed,
            agreed > s.InForce ? ReasonCodes.ForecastExceedsCapacity : agreed < s.InForce ? ReasonCodes.Oversized : ReasonCodes.WithinCapacity);
        step = Math.Min(step, Math.Max(s.InForce, HighestThatHelps(s)));
        var guards = s.Rules.Policy.Parts.HasFlag(PolicyParts.Guards);
        if (guards && ShrinkWasWrong(s))
        {
            (step, code) = Raised(s, step, code, s.Ladder.IndexAtLeast(s.Units), ReasonCodes.ShrinkUndone);
        }

        if (guards && s.IsOverloaded)
        {
            (step, code) = Raised(s, step, code, Math.Min(Math.Max(s.InForce + 1, s.Ladder.IndexAtLeast(s.Units)), HighestThatHelps(s)), ReasonCodes.StandingOverload);
        }

        if (Floor(s) is { } window)
        {
            (step, code) = Raised(s, step, code, s.Ladder.IndexAtLeast(window.LeastUnits!.Value), ReasonCodes.PlannedFloor);
        }

        (step, code) = Raised(s, step, code, s.Lowest, ReasonCodes.LeastSize);
        if (step == s.InForce && code is ReasonCodes.ForecastExceedsCapacity or ReasonCodes.WithinCapacity)
        {
            code = Kept(s);
        }

        return step > s.Highest ? (s.Highest, s.Highest <= s.InForce ? ReasonCodes.GreatestSize : code) : (step, code);
    }

    /// <summary>Why the size in force is kept: it is enough, no size is, or it is only for a moment that it is not.</summary>
    private static string Kept(Situation s) =>
        s.Need.Needs.Routing is double.PositiveInfinity ? ReasonCodes.NoSizeSuffices
        : s.Units <= s.Observation.Units + ScaleOutCause.LeastShown ? ReasonCodes.WithinCapacity
        : s.InForce >= HighestThatHelps(s) ? ReasonCodes.NoSizeSuffices
        : s.InForce >= s.Highest ? ReasonCodes.GreatestSize
        : ReasonCodes.ShortOverload;

    /// <summary>The announced window with the greatest least size, from its lead before its start to its end; null where there is none.</summary>
    public static PlannedWindow? Floor(Situation s)
    {
        PlannedWindow? greatest = null;
        foreach (var window in s.Settings.Windows)
        {
            if (window.LeastUnits > (greatest?.LeastUnits ?? 0) && s.Now < window.End && s.Now >= window.AskedFrom(s.Rules.Policy.AnnouncedAhead))
            {
                greatest = window;
            }
        }

        return greatest;
    }

    /// <summary>
    /// Beyond the wall of routing more units carry no more of it: they are bought for the other limits only, as far as the forecast takes these.
    /// </summary>
    public static int HighestThatHelps(Situation s)
    {
        if (s.Need.RoutingWall is not { } wall || s.Need.Others is not { } others)
        {
            return s.Ladder.Count - 1;
        }

        var growth = s.Units > 0 ? Math.Max(1, s.Forecast[0, 2] / s.Units) : 1;
        return s.Ladder.IndexAtLeast(Math.Max(wall, others * growth));
    }

    // A scale-in keeps the units that its own forecast expects to require: none is chosen whose forecast would put an alert on.
    private static int Covered(Situation s, int step) =>
        step >= s.InForce ? step : Math.Clamp(s.Ladder.IndexAtLeast(s.Shown.Quantiles[HalfHour, UpperQuantile]), step, s.InForce);

    private static bool ShrinkWasWrong(Situation s) => s.State.Changes is { Ours: true, Shrank: true, ChangedAt: { } at }
        && s.State.Measured >= at && s.State.Measured - at <= s.Rules.Policy.ShrinkTrial.TotalMinutes && s.State.OverloadedMinutes >= 1;

    private static (int Step, string Code) Raised(Situation s, int step, string code, int to, string why)
    {
        var limited = Math.Min(to, s.Ladder.Count - 1);
        return limited > step ? (limited, why) : (step, code);
    }
}
