using System.Globalization;
using Advisor.Core.Forecasting;

namespace Advisor.Core.Scaling;

/// <summary>
/// The clock in words: "The last two Thursdays needed 7.70 units by 15:00 UTC, when a change asked for now is in force; 0.80 are needed now."
/// </summary>
internal static class ClockWords
{
    private static readonly string[] Counts = ["", "", "two ", "three "];

    /// <summary>A reason where the days before ask for a larger size than the need of now; null where they do not.</summary>
    public static Reason? Of(Situation s)
    {
        if (s.Clock.Need is not { } need || s.Ladder.IndexAtLeast(need) <= s.Ladder.IndexAtLeast(s.Units))
        {
            return null;
        }

        var zone = s.Settings.TimeZone ?? TimeZoneInfo.Utc;
        var at = TimeZoneInfo.ConvertTime(s.Observation.Time.AddMinutes(AnalogForecast.LeadTo(s.Minute.Lag)), zone);
        var days = s.Clock.SameWeekdays > 0
            ? $"The last {Counts[Math.Min(s.Clock.SameWeekdays, 3)]}{at.DayOfWeek}{(s.Clock.SameWeekdays > 1 ? "s" : "")}"
            : s.Clock.Days == 1 ? "The day before" : string.Create(CultureInfo.InvariantCulture, $"The median of the last {s.Clock.Days} days");
        var (figure, utc) = (DecisionSentences.Above(need, s.Observation.Units), s.Settings.TimeZone is null ? " UTC" : "");
        return new(ReasonCodes.Clock, string.Create(
            CultureInfo.InvariantCulture,
            $"{days} needed {figure} units by {at:HH:mm}{utc}, when a change asked for now is in force; {s.Units:0.00} are needed now."));
    }
}
