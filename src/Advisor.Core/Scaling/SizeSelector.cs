using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Explanations;
using Advisor.Core.Scaling.Stability;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling;

/// <summary>
/// The size to want before any guard is asked: what the rules agree on, raised by what is announced and by an overload that stands.
/// </summary>
internal static class SizeSelector
{
    // Of the forecast: the half hour that alerts look ahead, and four of five cases.
    private const int HalfHour = 2,
        UpperQuantile = 1;

    /// <summary>The step wanted, and the code of what decided it.</summary>
    public static (int Step, string Code) Select(DecisionContext s)
    {
        var agreed = CoverForecast(s, Stabilization.Stabilize(s, s.AgreedStep));
        var (step, code) = (
            agreed,
            agreed > s.CurrentStep ? ReasonCodes.ForecastExceedsCapacity
            : agreed < s.CurrentStep ? ReasonCodes.Oversized
            : ReasonCodes.WithinCapacity
        );
        step = Math.Min(step, Math.Max(s.CurrentStep, MaxUsefulStep(s)));
        var guards = s.Rules.Policy.Parts.HasFlag(PolicyParts.Guards);
        if (guards && ScaleInWasWrong(s))
        {
            (step, code) = Raise(s, step, code, s.Ladder.IndexAtLeast(s.UnitsRequired), ReasonCodes.ScaleInReverted);
        }

        if (guards && s.IsOverloaded)
        {
            (step, code) = Raise(
                s,
                step,
                code,
                Math.Min(Math.Max(s.CurrentStep + 1, s.Ladder.IndexAtLeast(s.UnitsRequired)), MaxUsefulStep(s)),
                ReasonCodes.SustainedOverload
            );
        }

        if (FindAnnouncedMinimum(s) is { } window)
        {
            (step, code) = Raise(s, step, code, s.Ladder.IndexAtLeast(window.MinUnits!.Value), ReasonCodes.AnnouncedMinimum);
        }

        (step, code) = Raise(s, step, code, s.MinStep, ReasonCodes.MinimumSize);
        if (step == s.CurrentStep && code is ReasonCodes.ForecastExceedsCapacity or ReasonCodes.WithinCapacity)
        {
            code = NoChangeCode(s);
        }

        return step > s.MaxStep ? (s.MaxStep, s.MaxStep <= s.CurrentStep ? ReasonCodes.MaximumSize : code) : (step, code);
    }

    /// <summary>Why the size in force is kept: it is enough, no size is, or it is only for a moment that it is not.</summary>
    private static string NoChangeCode(DecisionContext s) =>
        s.Required.ByLimit.Routing is double.PositiveInfinity ? ReasonCodes.NoSizeSuffices
        : s.UnitsRequired <= s.Observation.Units + ScaleOutCause.MinShown ? ReasonCodes.WithinCapacity
        : s.CurrentStep >= MaxUsefulStep(s) ? ReasonCodes.NoSizeSuffices
        : s.CurrentStep >= s.MaxStep ? ReasonCodes.MaximumSize
        : ReasonCodes.ShortOverload;

    /// <summary>
    /// The announced window with the largest minimum, from its lead before its start to its end; null where there is none.
    /// </summary>
    public static PlannedWindow? FindAnnouncedMinimum(DecisionContext s)
    {
        PlannedWindow? highest = null;
        foreach (var window in s.Settings.Windows)
        {
            if (
                window.MinUnits > (highest?.MinUnits ?? 0)
                && s.Now < window.End
                && s.Now >= window.MinimumAppliesFrom(s.Rules.Policy.AnnouncedAhead)
            )
            {
                highest = window;
            }
        }

        return highest;
    }

    /// <summary>
    /// Beyond the wall of routing more units carry no more of it: they are bought for the other limits only, as far as the forecast takes
    /// these.
    /// </summary>
    public static int MaxUsefulStep(DecisionContext s)
    {
        if (s.Required.RoutingWallUnits is not { } wall || s.Required.UnitsWithoutRouting is not { } others)
        {
            return s.Ladder.Count - 1;
        }

        var growth = s.UnitsRequired > 0 ? Math.Max(1, s.Forecast[0, 2] / s.UnitsRequired) : 1;
        return s.Ladder.IndexAtLeast(Math.Max(wall, others * growth));
    }

    // A scale-in keeps the units that its own forecast expects to require: none is chosen whose forecast would put an alert on.
    private static int CoverForecast(DecisionContext s, int step) =>
        step >= s.CurrentStep
            ? step
            : Math.Clamp(s.Ladder.IndexAtLeast(s.ShownForecast.Quantiles[HalfHour, UpperQuantile]), step, s.CurrentStep);

    private static bool ScaleInWasWrong(DecisionContext s) =>
        s.State.Changes is { IsOurs: true, IsScaleIn: true, ChangedAt: { } at }
        && s.State.MeasuredMinute >= at
        && s.State.MeasuredMinute - at <= s.Rules.Policy.ScaleInTrial.TotalMinutes
        && s.State.OverloadedMinutes >= 1;

    private static (int Step, string Code) Raise(DecisionContext s, int step, string code, int to, string why)
    {
        var limited = Math.Min(to, s.Ladder.Count - 1);
        return limited > step ? (limited, why) : (step, code);
    }
}
