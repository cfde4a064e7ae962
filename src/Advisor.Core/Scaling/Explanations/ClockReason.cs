using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>
/// Explains the previous days: "The last two Thursdays needed about 7.70 units by 15:00 UTC, when a change could take effect; 0.80 are
/// needed now."
/// </summary>
internal static class ClockReason
{
    /// <summary>Returns the reason if previous days require a larger size than the units required now; otherwise null.</summary>
    public static Reason? Find(DecisionContext context)
    {
        if (
            context.Clock.Units is not { } need
            || context.Ladder.FindIndexAtLeast(need) <= context.Ladder.FindIndexAtLeast(context.UnitsRequired)
        )
        {
            return null;
        }

        var zone = context.Settings.TimeZone ?? TimeZoneInfo.Utc;
        var at = TimeZoneInfo.ConvertTime(context.Observation.Time.AddMinutes(AnalogForecast.ComputeLeadEnd(context.Input.Lag)), zone);
        var days = context.Clock.SameWeekdays switch
        {
            0 => $"{(context.Clock.Days == 1 ? "One earlier day" : $"The median of {context.Clock.Days} earlier days")} needed",
            1 => $"Last {at.DayOfWeek} needed about",
            _ => $"The last two {at.DayOfWeek}s needed about",
        };
        var figure = DecisionSentences.FormatAbove(need, context.Observation.Units);
        return new(
            ReasonCodes.Clock,
            FigureText.Create(
                $"{days} {figure} units by {at:HH:mm} {zone.Id}, when a change could take effect; "
                    + $"{context.UnitsRequired:0.00} are needed now."
            )
        );
    }
}
