using Advisor.Configuration.Reports;
using Advisor.Configuration.Schedules;

namespace Advisor.Configuration.Tests.Reports;

public sealed class ReportScheduleTests
{
    [Theory]
    // 2026-03-02 is a Monday.
    [InlineData("mon", "08:00", "UTC", "2026-03-02T08:00Z", "2026-03-02T08:00Z")]
    [InlineData("mon", "08:00", "UTC", "2026-03-02T07:59:59Z", "2026-02-23T08:00Z")]
    [InlineData("1", "08:00", "UTC", "2026-03-31T00:00Z", "2026-03-01T08:00Z")]
    [InlineData("28", "08:00", "UTC", "2026-03-01T00:00Z", "2026-02-28T08:00Z")]
    // 08:00 in Berlin is 07:00 UTC in winter and 06:00 UTC from 2026-03-29 on.
    [InlineData("mon", "08:00", "Europe/Berlin", "2026-03-24T00:00Z", "2026-03-23T07:00Z")]
    [InlineData("mon", "08:00", "Europe/Berlin", "2026-03-31T00:00Z", "2026-03-30T06:00Z")]
    // 02:30 does not exist on 2026-03-29: it is due at the jump, 01:00 UTC.
    [InlineData("sun", "02:30", "Europe/Berlin", "2026-03-29T01:00Z", "2026-03-29T01:00Z")]
    [InlineData("sun", "02:30", "Europe/Berlin", "2026-03-29T00:59Z", "2026-03-22T01:30Z")]
    // 02:30 comes twice on 2026-10-25, at 00:30 and 01:30 UTC: the first counts.
    [InlineData("sun", "02:30", "Europe/Berlin", "2026-10-25T00:30Z", "2026-10-25T00:30Z")]
    [InlineData("sun", "02:30", "Europe/Berlin", "2026-10-25T02:00Z", "2026-10-25T00:30Z")]
    // Half a day ahead of UTC, and half a day behind.
    [InlineData("mon", "08:00", "Pacific/Auckland", "2026-03-01T19:00Z", "2026-03-01T19:00Z")]
    [InlineData("mon", "23:30", "Pacific/Honolulu", "2026-03-03T09:30Z", "2026-03-03T09:30Z")]
    public void The_last_due_time_is_that_of_the_local_clock(string day, string at, string zone, string now, string expected) =>
        Assert.Equal(ParseInstant(expected), Create(day, at, zone).FindLastDue(ParseInstant(now)).At);

    // Whatever the times of the ticks: each local Monday of two years is due once, in the order of time, and on a Monday.
    [Theory]
    [InlineData("Europe/Berlin", "02:30", 1)]
    [InlineData("America/New_York", "02:00", 2)]
    [InlineData("Australia/Lord_Howe", "01:45", 3)] // a jump of half an hour
    [InlineData("America/Sao_Paulo", "00:00", 4)]
    [InlineData("Pacific/Apia", "23:59", 5)]
    [InlineData("Africa/Casablanca", "02:30", 6)]
    [InlineData("UTC", "00:00", 7)]
    public void Ticks_at_any_time_find_each_week_once(string zone, string at, int seed)
    {
        var random = new Random(seed);
        foreach (var weekDay in new[] { "sun", "mon", "sat" })
        {
            var report = Create(weekDay, at, zone);
            var days = new List<DateOnly>();
            var end = ParseInstant("2027-12-31T00:00Z");
            for (var now = ParseInstant("2026-01-01T00:00Z"); now < end; now += TimeSpan.FromSeconds(random.Next(1, 6 * 24 * 3600)))
            {
                var (day, due) = report.FindLastDue(now);
                Assert.True(due <= now && now - due < TimeSpan.FromDays(7) + TimeSpan.FromHours(2), $"{now:o} {due:o}");
                Assert.True(report.Day.Includes(day));
                if (days.Count == 0 || days[^1] != day)
                {
                    days.Add(day);
                }
            }

            // Ticks are less than a week apart: no week is left out, and none comes back.
            Assert.All(days.Zip(days.Skip(1)), pair => Assert.Equal(7, pair.Second.DayNumber - pair.First.DayNumber));
            Assert.InRange(days.Count, 104, 106);
        }
    }

    [Fact]
    public void A_month_is_due_once_whatever_the_times_of_the_ticks()
    {
        var random = new Random(8);
        var report = Create("28", "02:30", "Europe/Berlin");
        var days = new HashSet<DateOnly>();
        for (
            var now = ParseInstant("2026-01-28T12:00Z");
            now < ParseInstant("2028-01-28T00:00Z");
            now += TimeSpan.FromHours(random.Next(1, 600))
        )
        {
            days.Add(report.FindLastDue(now).Day);
        }

        Assert.Equal(24, days.Count);
        Assert.All(days, day => Assert.Equal(28, day.Day));
    }

    private static ReportSettings Create(string day, string at, string zone) =>
        new()
        {
            Name = "report",
            Day = ReportDay.Parse(day, out _)!,
            At = TimeSpan.Parse(at),
            TimeZone = IanaTimeZones.Find(zone)!,
            Channel = "mail",
            Since = TimeSpan.FromDays(7),
        };

    private static DateTimeOffset ParseInstant(string text) => DateTimeOffset.Parse(text);
}
