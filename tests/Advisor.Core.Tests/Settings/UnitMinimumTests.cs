using Advisor.Configuration.Schedules;
using Advisor.Core.Capacity;
using Advisor.Core.Settings;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Settings;

/// <summary>The settings require 5 units. 5 January 2026 is a Monday; windows without a lead have one of half an hour.</summary>
public sealed class UnitMinimumTests
{
    private static readonly TimeSpan Ahead = TimeSpan.FromMinutes(30);

    private static readonly PlannedWindow Night = CreateRecurring("night", "2026-01-05T22:00", "2026-01-06T06:00", 1);

    [Theory]
    [InlineData("21:30", 5)] // it is not requested ahead
    [InlineData("21:59", 5)]
    [InlineData("22:00", 1)]
    [InlineData("29:29", 1)]
    [InlineData("29:30", 5)] // the 5 units of 06:00, ahead
    [InlineData("30:00", 5)]
    public void A_schedule_lowers_the_floor_from_its_start_until_its_lead_before_its_end(string time, int units) =>
        Assert.Equal(units, Find(time, Night).Units);

    [Theory]
    [InlineData("21:29", 5)]
    [InlineData("21:30", 8)]
    [InlineData("29:59", 8)]
    [InlineData("30:00", 5)]
    public void A_schedule_raises_the_floor_from_its_lead_before_its_start_to_its_end(string time, int units) =>
        Assert.Equal(units, Find(time, Night with { MinUnits = 8 }).Units);

    [Theory]
    [InlineData("28:59", 1)]
    [InlineData("29:00", 5)]
    public void A_window_has_a_lead_of_its_own_at_its_end_too(string time, int units) =>
        Assert.Equal(units, Find(time, Night with { Lead = TimeSpan.FromHours(1) }).Units);

    [Theory]
    [InlineData("20:00", 5, null)] // less than the settings
    [InlineData("23:00", 3, "launch")] // more than the night
    public void An_event_only_raises_the_floor(string time, int units, string? window)
    {
        var launch = new PlannedWindow("launch", Parse("2026-01-05T18:00"), Parse("2026-01-06T00:00"), 3, false);
        var minimum = Find(time, Night, launch);

        Assert.Equal((units, window), (minimum.Units, minimum.Window?.Name));
    }

    [Theory]
    [InlineData("22:29", 1)]
    [InlineData("22:30", 2)] // ahead of 23:00
    [InlineData("25:00", 1)]
    public void Of_overlapping_schedules_the_highest_applies(string time, int units) =>
        Assert.Equal(units, Find(time, Night, CreateRecurring("backup", "2026-01-05T23:00", "2026-01-06T01:00", 2)).Units);

    // The night requires 1 unit, and the settings 5 from 06:00 on, half an hour ahead.
    [Theory]
    [InlineData("21:00", null, 3)] // those of the settings, which the night lowers
    [InlineData("21:00", 8, 0)] // below those of the settings, which no window announces
    [InlineData("23:00", null, 0)]
    [InlineData("29:30", null, 3)]
    [InlineData("21:30", 8, 6)] // the night requires 8
    [InlineData("30:00", 8, 0)] // over
    public void Units_are_lacking_of_a_minimum_from_the_time_at_which_it_is_requested(string time, int? minUnits, int units) =>
        Assert.Equal(units, FindLacking(time, Night with { MinUnits = minUnits ?? Night.MinUnits }, 2));

    // Between 11 and 15 units there is no size: the largest below is 10.
    [Theory]
    [InlineData(10, 0)]
    [InlineData(9, 1)]
    public void No_units_are_lacking_where_no_size_is_between_the_bounds_of_a_window(int inForce, int units) =>
        Assert.Equal(units, FindLacking("23:00", Night with { MinUnits = 11, MaxUnits = 15 }, inForce));

    // Between two schedules that meet, the floor of the settings never applies.
    [Theory]
    [InlineData("29:30", 1)]
    [InlineData("30:00", 2)]
    public void A_schedule_that_follows_at_once_lowers_the_floor_further_on(string time, int units) =>
        Assert.Equal(
            units,
            Find(time, Night, CreateRecurring("morning", "2026-01-06T06:00", "2026-01-06T09:00", 2) with { Lead = TimeSpan.Zero }).Units
        );

    [Theory]
    [InlineData(8, 8, "office")] // the Saturday after next is too far
    [InlineData(3, 5, null)] // between the night and the office hours those of the settings
    public void The_highest_floor_of_a_week_is_that_of_its_schedules_and_of_the_hours_between(int office, int units, string? window)
    {
        PlannedWindow[] windows =
        [
            Night,
            CreateRecurring("office", "2026-01-07T08:00", "2026-01-07T18:00", office),
            CreateRecurring("fair", "2026-01-17T08:00", "2026-01-17T18:00", 20),
            new PlannedWindow("launch", Parse("2026-01-07T08:00"), Parse("2026-01-07T18:00"), 30, false),
        ];
        var highest = Create(windows).FindHighestMinUnits(Parse("2026-01-05T23:00"), Ahead);

        Assert.Equal((units, window), (highest.Units, highest.Window?.Name));
    }

    [Fact]
    public void Where_schedules_cover_the_week_the_floor_of_the_settings_never_applies()
    {
        var days = Enumerable.Range(0, 9).Select(day => CreateDay(Parse("2026-01-05T00:00").AddDays(day)));

        Assert.Equal(2, Create([.. days]).FindHighestMinUnits(Parse("2026-01-05T23:45"), Ahead).Units);
    }

    // The office of Berlin needs 8 units on Mondays from 08:00 to 18:00: from 07:00 UTC in the coming week, which is in winter, and from
    // 06:00 UTC on Monday 28 September 2026.
    [Theory]
    [InlineData("05:59", 5)]
    [InlineData("06:00", 8)]
    [InlineData("15:59", 8)]
    [InlineData("16:00", 5)]
    public void A_schedule_has_applied_at_the_same_local_time_before_the_change_of_the_clocks(string time, int units) =>
        Assert.Equal(
            units,
            UnitMinimum.FindUnitsInPast(
                Create(
                    CreateRecurring("office", "2026-10-26T07:00", "2026-10-26T17:00", 8) with
                    {
                        Zone = IanaTimeZones.Find("Europe/Berlin"),
                    }
                ),
                Parse("2026-09-28T" + time),
                Parse("2026-10-25T12:00")
            )
        );

    private static PlannedWindow CreateDay(DateTimeOffset start) => new("day", start, start.AddDays(1), 2, false) { IsRecurring = true };

    // 24:00 and later are of the next day.
    private static UnitMinimum Find(string time, params PlannedWindow[] windows) => Create(windows).FindMinUnits(ParseHour(time), Ahead);

    private static int FindLacking(string time, PlannedWindow window, int units) =>
        UnitMinimum.FindLacking(
            Create(window),
            TestResource.Rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!.Ladder,
            units,
            ParseHour(time),
            Ahead
        );

    private static DateTimeOffset ParseHour(string time)
    {
        var parts = time.Split(':').Select(part => int.Parse(part)).ToList();
        return Parse("2026-01-05T00:00").AddHours(parts[0]).AddMinutes(parts[1]);
    }

    private static ResourceSettings Create(params PlannedWindow[] windows) => new() { MinUnits = 5, Windows = windows };

    private static PlannedWindow CreateRecurring(string name, string start, string end, int units) =>
        new(name, Parse(start), Parse(end), units, false) { IsRecurring = true };

    private static DateTimeOffset Parse(string text) => DateTimeOffset.Parse(text + "Z");
}
