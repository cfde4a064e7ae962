using Advisor.Configuration.Schedules;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Settings;

public sealed class ZonedTimeTests
{
    // In Morocco summer time is the usual one, an hour ahead of UTC, and ends for Ramadan: on 15 February 2026 03:00 becomes 02:00, on
    // 22 March 02:00 becomes 03:00. On Lord Howe Island the clock moves by half an hour, 10.5 or 11 hours ahead of UTC.
    [Theory]
    [InlineData("Europe/Berlin", "2026-07-01 12:00", true, "2026-07-01 10:00")]
    [InlineData("Europe/Berlin", "2026-01-01 12:00", true, "2026-01-01 11:00")]
    [InlineData("Europe/Berlin", "2026-10-25 02:30", true, "2026-10-25 00:30")] // twice that night: at first in summer time
    [InlineData("Europe/Berlin", "2026-10-25 02:30", false, "2026-10-25 01:30")]
    [InlineData("Europe/Berlin", "2026-03-29 02:30", true, "2026-03-29 01:00")] // left out: the instant at which 02:00 becomes 03:00
    [InlineData("Europe/Berlin", "2026-03-29 02:30", false, "2026-03-29 01:00")]
    [InlineData("Africa/Casablanca", "2026-02-15 02:30", true, "2026-02-15 01:30")]
    [InlineData("Africa/Casablanca", "2026-02-15 02:30", false, "2026-02-15 02:30")]
    [InlineData("Africa/Casablanca", "2026-03-22 02:30", true, "2026-03-22 02:00")]
    [InlineData("Africa/Casablanca", "2026-03-22 03:30", true, "2026-03-22 02:30")]
    [InlineData("Australia/Lord_Howe", "2026-04-05 01:45", true, "2026-04-04 14:45")]
    [InlineData("Australia/Lord_Howe", "2026-04-05 01:45", false, "2026-04-04 15:15")]
    [InlineData("Australia/Lord_Howe", "2026-10-04 02:15", true, "2026-10-03 15:30")]
    public void A_local_time_is_one_instant_also_where_the_clock_changes(string zone, string local, bool first, string expected)
    {
        var instant = ZonedTime.ToInstant(IanaTimeZones.Find(zone)!, DateTime.Parse(local), first);

        Assert.Equal(DateTimeOffset.Parse(expected + "Z"), instant, TimeSpan.FromSeconds(1));
        Assert.Equal(TimeSpan.Zero, instant.Offset);
    }
}
