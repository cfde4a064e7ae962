using Advisor.Configuration.Schedules;
using Advisor.Core.Capacity;
using Advisor.Core.Settings;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Configuration.Tests.Schedules;

public sealed class ScheduleTests
{
    // 2026: Berlin springs forward on 29 March at 02:00 (01:00 UTC) and falls back on 25 October at 03:00 (01:00 UTC);
    // New York on 8 March at 02:00 (07:00 UTC) and on 1 November at 02:00 (06:00 UTC).
    [Theory]
    // The wall clock counts: 08:00 is 07:00 UTC in winter, 06:00 UTC in summer.
    [InlineData("Europe/Berlin", "2026-03-28", "08:00", "09:00", "2026-03-28T07:00Z", "2026-03-28T08:00Z")]
    [InlineData("Europe/Berlin", "2026-03-29", "08:00", "09:00", "2026-03-29T06:00Z", "2026-03-29T07:00Z")]
    // Over the jump of spring an hour is missing: 01:00 to 04:00 lasts two hours.
    [InlineData("Europe/Berlin", "2026-03-29", "01:00", "04:00", "2026-03-29T00:00Z", "2026-03-29T02:00Z")]
    // 02:30 does not exist: the moment of the jump stands for it, as begin and as end.
    [InlineData("Europe/Berlin", "2026-03-29", "02:30", "04:00", "2026-03-29T01:00Z", "2026-03-29T02:00Z")]
    [InlineData("Europe/Berlin", "2026-03-29", "01:00", "02:30", "2026-03-29T00:00Z", "2026-03-29T01:00Z")]
    // 02:30 comes twice in autumn: the first as begin (00:30 UTC), the second as end (01:30 UTC).
    [InlineData("Europe/Berlin", "2026-10-25", "02:30", "04:00", "2026-10-25T00:30Z", "2026-10-25T03:00Z")]
    [InlineData("Europe/Berlin", "2026-10-25", "01:00", "02:30", "2026-10-24T23:00Z", "2026-10-25T01:30Z")]
    // Over midnight, and to the end of the day, 25 hours long.
    [InlineData("Europe/Berlin", "2026-10-24", "22:00", "06:00", "2026-10-24T20:00Z", "2026-10-25T05:00Z")]
    [InlineData("Europe/Berlin", "2026-10-25", "00:00", "24:00", "2026-10-24T22:00Z", "2026-10-25T23:00Z")]
    [InlineData("America/New_York", "2026-03-08", "01:00", "04:00", "2026-03-08T06:00Z", "2026-03-08T08:00Z")]
    [InlineData("America/New_York", "2026-03-08", "02:15", "05:00", "2026-03-08T07:00Z", "2026-03-08T09:00Z")]
    [InlineData("America/New_York", "2026-11-01", "01:30", "03:00", "2026-11-01T05:30Z", "2026-11-01T08:00Z")]
    [InlineData("America/New_York", "2026-11-01", "00:30", "01:30", "2026-11-01T04:30Z", "2026-11-01T06:30Z")]
    public void Local_times_become_instants_also_when_summer_time_begins_or_ends(
        string zone,
        string day,
        string from,
        string to,
        string start,
        string end
    )
    {
        var date = DateOnly.Parse(day);
        var schedule = CreateSchedule(zone, date.Day.ToString(), from, to);

        var window = Assert.Single(
            schedule.Expand(new DateTimeOffset(date.ToDateTime(TimeOnly.MinValue), TimeSpan.Zero).AddHours(-4), TimeSpan.FromHours(40)),
            w => w.Start.AddHours(6).Day == date.Day || w.Start.Day == date.Day
        );

        Assert.Equal((ParseTime(start), ParseTime(end)), (window.Start, window.End));
        Assert.Equal((TimeSpan.Zero, zone), (window.Start.Offset, window.Zone!.Id));
    }

    [Fact]
    public void A_window_wholly_inside_the_skipped_hour_does_not_take_place() =>
        Assert.Empty(CreateSchedule("Europe/Berlin", "29", "02:10", "02:50").Expand(ParseTime("2026-03-28T12:00Z"), TimeSpan.FromDays(2)));

    [Fact]
    public void Only_windows_that_touch_the_horizon_are_given_and_they_are_given_whole()
    {
        var schedule = CreateSchedule("UTC", "*", "08:00", "10:00");

        // [09:59, 08:00 of the next day): of the first window a minute is left; the second begins at the horizon's end, exclusive.
        var windows = schedule.Expand(ParseTime("2026-01-05T09:59Z"), TimeSpan.FromMinutes(22 * 60 + 1)).ToList();

        Assert.Equal((ParseTime("2026-01-05T08:00Z"), ParseTime("2026-01-05T10:00Z")), (Assert.Single(windows).Start, windows[0].End));
        Assert.Empty(schedule.Expand(ParseTime("2026-01-05T10:00Z"), TimeSpan.FromHours(22)));
    }

    [Fact]
    public void A_window_that_began_yesterday_evening_is_still_seen_after_midnight()
    {
        var window = Assert.Single(
            CreateSchedule("UTC", "mon", "22:00", "06:00").Expand(ParseTime("2026-01-06T05:00Z"), TimeSpan.FromHours(1))
        );

        Assert.Equal(ParseTime("2026-01-05T22:00Z"), window.Start);
    }

    [Theory]
    [InlineData("mon-fri", 5)]
    [InlineData("fri-mon", 4)]
    [InlineData("sat,sun", 2)]
    [InlineData("Monday, Wed", 2)]
    [InlineData("thurs,mondays", 2)]
    [InlineData("*", 7)]
    [InlineData("1,3-4", 3)]
    public void Days_are_written_as_in_cron(string text, int inTheFirstWeekOfJune) // 1 June 2026 is a Monday
    {
        var days = DayPattern.Parse(text, out var reason);

        Assert.Null(reason);
        Assert.Equal(inTheFirstWeekOfJune, Enumerable.Range(1, 7).Count(day => days!.Includes(new DateOnly(2026, 6, day))));
    }

    // Each begins like a day of the week; every Monday is not once a month.
    [Theory]
    [InlineData("monthly")]
    [InlineData("sunset")]
    [InlineData("mon-friend")]
    [InlineData("mo")]
    public void A_word_that_only_begins_like_a_day_is_refused(string text)
    {
        Assert.Null(DayPattern.Parse(text, out var reason));
        Assert.StartsWith($"'{text}' is not a list of days; ", reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Events_and_schedules_reach_only_the_resources_that_they_name()
    {
        var configuration = ConfigurationLoaderTests.Load(
            """
            schedules:
              - { name: morning, days: "*", from: "09:00", to: "12:00", timeZone: UTC, minUnits: 5, maxUnits: 9, resources: ["ch*"] }
              - { name: elsewhere, days: "*", from: "09:00", to: "12:00", timeZone: UTC, minUnits: 5, resources: [other] }
            events:
              - { name: launch, start: "2026-01-05T10:30+01:00", end: "2026-01-05T12:00Z", maxUnits: 40 }
              - { name: freeze, start: "2026-01-05T18:00", end: "2026-01-05T20:00", timeZone: America/New_York, freeze: true }
              - { name: strict, start: "2026-01-05T23:30Z", end: "2026-01-06T01:00Z", freeze: strict }
              - { name: past, start: "2026-01-05T08:00Z", end: "2026-01-05T10:00Z", freeze: true }
            """
        );

        var windows = configuration.GetPlannedWindows(
            ConfigurationLoaderTests.Chat,
            ParseTime("2026-01-05T10:00Z"),
            TimeSpan.FromHours(14)
        );

        Assert.Equal(
            [
                new PlannedWindow("morning", ParseTime("2026-01-05T09:00Z"), ParseTime("2026-01-05T12:00Z"), 5, IsFreeze: false, 9)
                {
                    IsRecurring = true,
                    Zone = TimeZoneInfo.Utc,
                },
                new PlannedWindow("launch", ParseTime("2026-01-05T09:30Z"), ParseTime("2026-01-05T12:00Z"), null, IsFreeze: false, 40),
                new PlannedWindow("freeze", ParseTime("2026-01-05T23:00Z"), ParseTime("2026-01-06T01:00Z"), null, IsFreeze: true),
                new PlannedWindow("strict", ParseTime("2026-01-05T23:30Z"), ParseTime("2026-01-06T01:00Z"), null, IsFreeze: true)
                {
                    IsStrict = true,
                },
            ],
            windows
        );
    }

    [Fact]
    public void A_window_has_its_own_lead_or_that_of_the_settings()
    {
        var configuration = ConfigurationLoaderTests.Load(
            """
            defaults: { leadMinutes: 20 }
            schedules:
              - { name: morning, days: "*", from: "09:00", to: "12:00", timeZone: UTC, minUnits: 5, leadMinutes: 45 }
            events:
              - { name: launch, start: "2026-01-05T11:00Z", end: "2026-01-05T12:00Z", minUnits: 40, leadMinutes: 0 }
              - { name: match, start: "2026-01-05T13:00Z", end: "2026-01-05T14:00Z", minUnits: 40 }
            """
        );

        IEnumerable<double?> ListLeads(params (string, string)[] tags) =>
            configuration
                .ResolveSettings(
                    ConfigurationLoaderTests.Chat,
                    ServiceKind.SignalR,
                    tags.ToDictionary(tag => tag.Item1, tag => tag.Item2),
                    ParseTime("2026-01-05T10:00Z"),
                    TimeSpan.FromHours(14)
                )
                .Settings.Windows.Select(window => window.Lead?.TotalMinutes);

        Assert.Equal([45, 0, 20], ListLeads());
        Assert.Equal([45, 0, 90], ListLeads(("advisor-lead-minutes", "90")));
    }

    [Fact]
    public void Of_an_hour_that_comes_twice_an_event_begins_in_the_first_and_ends_in_the_second()
    {
        // Berlin falls back on 25 October 2026 at 01:00 UTC: 02:30 is 00:30 UTC and again 01:30 UTC.
        var configuration = ConfigurationLoaderTests.Load(
            """
            events:
              - { name: begins, start: "2026-10-25T02:30", end: "2026-10-25T04:00", timeZone: Europe/Berlin, minUnits: 5 }
              - { name: ends, start: "2026-10-25T01:00", end: "2026-10-25T02:30", timeZone: Europe/Berlin, minUnits: 5 }
            """
        );

        Assert.Equal(
            [
                (ParseTime("2026-10-25T00:30Z"), ParseTime("2026-10-25T03:00Z")),
                (ParseTime("2026-10-24T23:00Z"), ParseTime("2026-10-25T01:30Z")),
            ],
            configuration.Events.Select(e => (e.Window.Start, e.Window.End))
        );
    }

    [Fact]
    public void Whatever_the_zone_and_the_time_windows_are_whole_and_none_is_lost_between_two_looks()
    {
        var looks =
            from zone in Gen.Elements("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "UTC")
            from days in Gen.Elements("*", "mon-fri", "sun", "1,15,29-31")
            from fromMinute in Gen.Choose(0, 1439)
            from toMinute in Gen.Choose(0, 1440)
            from start in Gen.Choose(0, 366 * 1440)
            from first in Gen.Choose(0, 4 * 1440)
            from second in Gen.Choose(0, 4 * 1440)
            select (zone, days, fromMinute, toMinute, start, first, second);

        Prop.ForAll(
                Arb.From(looks),
                look =>
                {
                    var schedule = CreateSchedule(look.zone, look.days, FormatClock(look.fromMinute), FormatClock(look.toMinute));
                    var now = ParseTime("2026-01-01T00:00Z").AddMinutes(look.start);
                    var (first, second) = (TimeSpan.FromMinutes(look.first), TimeSpan.FromMinutes(look.second));
                    var whole = schedule.Expand(now, first + second).ToList();
                    var parts = schedule.Expand(now, first).Union(schedule.Expand(now + first, second)).ToList();
                    return whole.SequenceEqual(parts)
                        && whole.TrueForAll(w =>
                            w.Start < w.End && w.End > now && w.Start < now + first + second && w.End - w.Start <= TimeSpan.FromHours(25)
                        )
                        && whole.Zip(whole.Skip(1)).All(pair => pair.First.Start < pair.Second.Start);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1000));
    }

    private static string FormatClock(int minute) => $"{minute / 60:00}:{minute % 60:00}";

    private static Schedule CreateSchedule(string zone, string days, string from, string to) =>
        Assert.Single(
            ConfigurationLoaderTests
                .Load(
                    $$"""
                    schedules:
                      - { name: test, days: "{{days}}", from: "{{from}}", to: "{{to}}", timeZone: {{zone}}, minUnits: 5 }
                    """
                )
                .Schedules
        );

    private static DateTimeOffset ParseTime(string text) => DateTimeOffset.Parse(text).ToUniversalTime();
}
