using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>
/// The clock in words: "The last two Thursdays needed about 7.70 units by 15:00 UTC, when a change could take effect; 0.80 are needed now."
/// </summary>
internal static class ClockReason
{
    /// <summary>A reason where the days before ask for a larger size than the units required now; null where they do not.</summary>
    public static Reason? Find(DecisionContext s)
    {
        if (s.Clock.Units is not { } need || s.Ladder.IndexAtLeast(need) <= s.Ladder.IndexAtLeast(s.UnitsRequired))
        {
            return null;
        }

        var zone = s.Settings.TimeZone ?? TimeZoneInfo.Utc;
        var at = TimeZoneInfo.ConvertTime(s.Observation.Time.AddMinutes(AnalogForecast.LeadTo(s.Input.Lag)), zone);
        var days = s.Clock.SameWeekdays switch
        {
            0 => $"{(s.Clock.Days == 1 ? "One earlier day" : $"The median of {s.Clock.Days} earlier days")} needed",
            1 => $"Last {at.DayOfWeek} needed about",
            _ => $"The last two {at.DayOfWeek}s needed about",
        };
        var (figure, utc) = (DecisionSentences.FormatAbove(need, s.Observation.Units), s.Settings.TimeZone is null ? " UTC" : "");
        return new(
            ReasonCodes.Clock,
            FigureText.Create(
                $"{days} {figure} units by {at:HH:mm}{utc}, when a change could take effect; {s.UnitsRequired:0.00} are needed now."
            )
        );
    }
}
