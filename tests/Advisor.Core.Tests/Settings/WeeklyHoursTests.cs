using Advisor.Configuration.Schedules;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Settings;

public sealed class WeeklyHoursTests
{
    private const WeekDays WorkDays = WeekDays.All & ~(WeekDays.Saturday | WeekDays.Sunday);

    private static readonly TimeZoneInfo Berlin = IanaTimeZones.Find("Europe/Berlin")!;

    // 5 January 2026 is a Monday. Business hours: 08:00 inclusive to 18:00 exclusive.
    [Theory]
    [InlineData("2026-01-05T07:59", false)]
    [InlineData("2026-01-05T08:00", true)]
    [InlineData("2026-01-05T17:59", true)]
    [InlineData("2026-01-05T18:00", false)]
    [InlineData("2026-01-09T12:00", true)]
    [InlineData("2026-01-10T12:00", false)]
    public void The_start_is_within_and_the_end_is_not(string time, bool within) =>
        Assert.Equal(within, new WeeklyHours([Create(WorkDays, 8, 18)]).Includes(ParseUtc(time), null));

    // Friday 22:00 to Saturday 02:00.
    [Theory]
    [InlineData("2026-01-09T21:59", false)]
    [InlineData("2026-01-09T22:00", true)]
    [InlineData("2026-01-10T01:59", true)]
    [InlineData("2026-01-10T02:00", false)]
    [InlineData("2026-01-09T01:00", false)]
    [InlineData("2026-01-10T22:00", false)]
    public void A_window_may_end_on_the_next_day(string time, bool within) =>
        Assert.Equal(within, new WeeklyHours([Create(WeekDays.Friday, 22, 2)]).Includes(ParseUtc(time), null));

    // 08:00 in Berlin is 07:00 UTC until 29 March 2026, and 06:00 UTC from then on.
    [Theory]
    [InlineData("2026-03-27T06:59", false)]
    [InlineData("2026-03-27T07:00", true)]
    [InlineData("2026-03-30T05:59", false)]
    [InlineData("2026-03-30T06:00", true)]
    public void Local_hours_stay_local_across_daylight_saving(string time, bool within) =>
        Assert.Equal(within, new WeeklyHours([Create(WorkDays, 8, 18)]).Includes(ParseUtc(time), Berlin));

    // On 25 October 2026 Berlin has 02:00 to 03:00 twice, from 00:00 and from 01:00 UTC: 02:00 to 03:00 are two hours.
    [Theory]
    [InlineData("2026-10-24T23:59", false)]
    [InlineData("2026-10-25T00:00", true)]
    [InlineData("2026-10-25T01:59", true)]
    [InlineData("2026-10-25T02:00", false)]
    public void An_hour_that_comes_twice_is_within_twice(string time, bool within) =>
        Assert.Equal(within, new WeeklyHours([Create(WeekDays.Sunday, 2, 3)]).Includes(ParseUtc(time), Berlin));

    // Fridays at 22:00. On 29 March 2026, a Sunday, Berlin has no 02:00 to 03:00; on 25 October it has them twice.
    [Theory]
    [InlineData(WeekDays.Friday, 22, 2, "2026-01-09T20:59", "2026-01-09T21:00")]
    [InlineData(WeekDays.Friday, 22, 2, "2026-01-09T21:00", "2026-01-16T21:00")]
    [InlineData(WeekDays.Friday, 22, 2, "2026-01-10T12:00", "2026-01-16T21:00")]
    [InlineData(WeekDays.Sunday, 2, 3, "2026-03-28T12:00", "2026-04-05T00:00")]
    [InlineData(WeekDays.Sunday, 2, 3, "2026-10-24T12:00", "2026-10-25T00:00")]
    public void The_next_window_is_found_across_days_and_daylight_saving(WeekDays days, int from, int to, string after, string next) =>
        Assert.Equal(ParseUtc(next), new WeeklyHours([Create(days, from, to)]).FindNextStart(ParseUtc(after), Berlin));

    // Sundays in Berlin. On 25 October 2026 its clock shows 02:00 to 03:00 from 00:00 and again from 01:00 UTC; on 29 March it goes from
    // 02:00 on to 03:00 at 01:00 UTC.
    [Theory]
    [InlineData("02:30", "05:00", "2026-10-25T00:00", "2026-10-25T00:30")]
    [InlineData("02:30", "05:00", "2026-10-25T01:10", "2026-10-25T01:30")]
    [InlineData("02:15", "02:45", "2026-10-25T00:45", "2026-10-25T01:15")]
    [InlineData("02:15", "02:45", "2026-10-25T01:45", "2026-11-01T01:15")]
    [InlineData("01:00", "02:30", "2026-10-25T00:40", "2026-10-25T01:00")]
    [InlineData("02:30", "05:00", "2026-03-29T00:00", "2026-03-29T01:00")]
    [InlineData("02:15", "02:45", "2026-03-29T00:00", "2026-04-05T00:15")]
    public void The_next_window_of_a_night_in_which_the_clock_changes_is_the_first_minute_within_one(
        string from,
        string to,
        string after,
        string next
    )
    {
        var hours = new WeeklyHours([new WeeklyWindow(WeekDays.Sunday, TimeSpan.Parse(from), TimeSpan.Parse(to))]);

        Assert.Equal(ParseUtc(next), hours.FindNextStart(ParseUtc(after), Berlin));
        Assert.True(hours.Includes(ParseUtc(next), Berlin));
        Assert.False(hours.Includes(ParseUtc(next).AddMinutes(-1), Berlin));
    }

    [Fact]
    public void From_and_to_alike_are_a_whole_day()
    {
        var hours = new WeeklyHours([Create(WeekDays.Monday, 6, 6)]);

        // 24 of the 168 hours of a week.
        Assert.Equal(24, Enumerable.Range(0, 168).Count(hour => hours.Includes(ParseUtc("2026-01-05T00:00").AddHours(hour), null)));
    }

    [Theory]
    [InlineData(WeekDays.All, "*")]
    [InlineData(WorkDays, "mon-fri")]
    [InlineData(WeekDays.Saturday | WeekDays.Sunday, "sat,sun")]
    [InlineData(WeekDays.Monday | WeekDays.Wednesday | WeekDays.Thursday | WeekDays.Friday, "mon,wed-fri")]
    [InlineData(WeekDays.Sunday, "sun")]
    public void Days_are_named_as_schedules_name_them(WeekDays days, string name) => Assert.Equal(name, days.FormatName());

    [Fact]
    public void Hours_are_equal_by_their_windows()
    {
        var (one, same) = (new WeeklyHours([Create(WorkDays, 8, 18)]), new WeeklyHours([Create(WorkDays, 8, 18)]));

        Assert.Equal(one, same);
        Assert.Equal(one.GetHashCode(), same.GetHashCode());
        Assert.NotEqual(one, new WeeklyHours([Create(WorkDays, 8, 17)]));
        Assert.Equal("mon-fri 08:00-18:00", one.ToString());
    }

    private static WeeklyWindow Create(WeekDays days, int from, int to) => new(days, TimeSpan.FromHours(from), TimeSpan.FromHours(to));

    private static DateTimeOffset ParseUtc(string time) => DateTimeOffset.Parse(time + "Z");
}
