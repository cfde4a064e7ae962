using Advisor.Configuration.Schedules;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Settings;

public sealed class ZonedTimeTests
{
    private static readonly TimeZoneInfo Berlin = IanaTimeZones.Find("Europe/Berlin")!;

    [Theory]
    [InlineData("2026-07-01 12:00", true, "2026-07-01 10:00")]
    [InlineData("2026-01-01 12:00", true, "2026-01-01 11:00")]
    [InlineData("2026-10-25 02:30", true, "2026-10-25 00:30")] // twice that night: at first in summer time, two hours ahead of UTC
    [InlineData("2026-10-25 02:30", false, "2026-10-25 01:30")]
    [InlineData("2026-03-29 02:30", true, "2026-03-29 01:00")] // left out: the instant at which 02:00 becomes 03:00
    [InlineData("2026-03-29 02:30", false, "2026-03-29 01:00")]
    public void A_local_time_is_one_instant_also_where_the_clock_changes(string local, bool first, string expected)
    {
        var instant = ZonedTime.ToInstant(Berlin, DateTime.Parse(local), first);

        Assert.Equal(DateTimeOffset.Parse(expected + "Z"), instant, TimeSpan.FromSeconds(1));
        Assert.Equal(TimeSpan.Zero, instant.Offset);
    }
}
