using Advisor.Configuration.Schedules;
using Advisor.Core.Forecasting;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Forecasting;

public class ClockForecastTests
{
    private const int Day = 1440;
    private static readonly ClockRules Rules = new();

    // Monday, 5 January 2026, 00:00 UTC.
    private static readonly int Monday = (int)(new DateTimeOffset(2026, 1, 5, 0, 0, 0, TimeSpan.Zero).ToUnixTimeSeconds() / 60);

    [Fact]
    public void Without_a_day_before_nothing_is_known() =>
        Assert.Null(ClockForecast.Create(CreateDays(_ => 3, Day - 10), 4, 9, Rules, null).Units);

    [Fact]
    public void From_the_first_day_on_the_same_minutes_of_yesterday_are_known()
    {
        // Yesterday 2 units, 8 from 09:00 on. It is 08:53; minutes 4 to 9 from now reach 09:02.
        var history = CreateDays(minute => minute % Day >= 540 && minute < Day ? 8 : 2, Day + 534);

        Assert.Equal(8, ClockForecast.Create(history, 4, 9, Rules, null).Units!.Value, 2);
        Assert.Equal(2, ClockForecast.Create(history, 1, 6, Rules, null).Units!.Value, 2);
    }

    [Theory]
    [InlineData(14, 7.7, 2)] // a Monday: two Mondays of weight 5 and eight other weekdays against four days off
    [InlineData(19, 0.8, 2)] // the third Saturday: two Saturdays of weight 5 and two Sundays, 12, against ten weekdays
    [InlineData(12, 7.7, 0)] // the second: one Saturday and one Sunday, 6, against ten weekdays
    public void A_day_of_the_same_weekday_counts_as_five(int day, double need, int sameWeekdays)
    {
        // Weekdays 7.7 units from 09:00 on, Saturday and Sunday 0.8 throughout; it is 08:59.
        var history = CreateDays(minute => minute / Day % 7 < 5 && minute % Day >= 540 ? 7.7 : 0.8, (day * Day) + 540);
        var clock = ClockForecast.Create(history, 1, 60, Rules, null);

        Assert.Equal((need, sameWeekdays), (Math.Round(clock.Units!.Value, 2), clock.SameWeekdays));
    }

    [Theory]
    [InlineData(1, 7, 2)]
    [InlineData(14, 7, 1)] // two weeks ago was a day off
    [InlineData(7, 7, 0)] // so was the same day last week: the days before it needed 7, but not the last of that weekday
    public void Days_of_the_same_weekday_are_counted_from_the_last_one_on(int dayOffAgo, double need, int sameWeekdays)
    {
        // 14 days at 7 units but for the day off at 1; it is 00:00.
        var clock = ClockForecast.Create(CreateDays(minute => 14 - (minute / Day) == dayOffAgo ? 1 : 7, 14 * Day), 1, 60, Rules, null);

        Assert.Equal((need, sameWeekdays), (Math.Round(clock.Units!.Value, 2), clock.SameWeekdays));
    }

    [Theory]
    [InlineData(539, 8.0)] // 08:59: until now it was as the days before, and the step of 09:00 may come
    [InlineData(570, null)] // 09:30: the days before needed 8 at this time already, and today needs 1
    public void A_day_off_is_not_taken_for_the_days_before(int minuteOfDay, double? need)
    {
        // Six days with 8 units from 09:00 on, then a day off at 1.
        var history = CreateDays(minute => minute % Day >= 540 && minute / Day < 6 ? 8 : 1, (6 * Day) + minuteOfDay);
        var clock = ClockForecast.Create(history, 4, 9, Rules, null).DropOnDayOff(history, 1, Rules, null);

        Assert.Equal(need, clock.Units is { } known ? Math.Round(known, 2) : null);
    }

    [Fact]
    public void A_morning_near_idle_is_not_taken_for_a_day_off()
    {
        // 0.06 units at night, which the history stores as 0.5: eight times as much, as on each of the six mornings before. It is 08:59.
        var history = CreateDays(minute => minute % Day >= 540 ? 8 : 0.06, (6 * Day) + 540);

        Assert.Equal(8, ClockForecast.Create(history, 4, 9, Rules, null).DropOnDayOff(history, 0.06, Rules, null).Units!.Value, 2);
    }

    [Fact]
    public void With_the_clock_of_a_zone_nine_o_clock_stays_nine_o_clock_when_summer_time_begins()
    {
        // Berlin, 20 March to 3 April 2026: 09:00 is 08:00 UTC before 29 March and 07:00 UTC from then on.
        var berlin = IanaTimeZones.Find("Europe/Berlin")!;
        var start = new DateTimeOffset(2026, 3, 20, 0, 0, 0, TimeSpan.Zero);
        var first = (int)(start.ToUnixTimeSeconds() / 60);
        double ComputeNeed(int minute) => TimeZoneInfo.ConvertTime(start.AddMinutes(minute), berlin).Hour is >= 9 and < 17 ? 8 : 1;
        var history = RequiredUnitsHistory.Empty;
        for (var minute = 0; minute < (9 * Day) + 415; minute++)
        {
            history = history.Append(first + minute, UnitsCode.Encode(ComputeNeed(minute)));
        }

        // It is 06:54 UTC on 29 March, 08:54 in Berlin, the first day of summer time.
        Assert.Equal(8, ClockForecast.Create(history, 4, 9, Rules, berlin).Units!.Value, 2);
        Assert.Equal(1, ClockForecast.Create(history, 4, 9, Rules, null).Units!.Value, 2);
    }

    [Fact]
    public void With_no_days_to_look_back_the_clock_is_not_asked() =>
        Assert.Null(ClockForecast.Create(CreateDays(_ => 3, 3 * Day), 4, 9, Rules with { Days = 0 }, null).Units);

    private static RequiredUnitsHistory CreateDays(Func<int, double> need, int minutes)
    {
        var history = RequiredUnitsHistory.Empty;
        for (var minute = 0; minute < minutes; minute++)
        {
            history = history.Append(Monday + minute, UnitsCode.Encode(need(minute)));
        }

        return history;
    }
}
