using Advisor.Configuration.Schedules;

namespace Advisor.Configuration.Tests.Schedules;

public sealed class InstantTextTests
{
    // 09:00 in Berlin.
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private static readonly TimeZoneInfo Berlin = IanaTimeZones.Find("Europe/Berlin")!;

    [Theory]
    [InlineData("30m", "2026-01-05T08:30Z")]
    [InlineData("4h", "2026-01-05T12:00Z")]
    [InlineData(" 2d ", "2026-01-07T08:00Z")]
    [InlineData("18:00", "2026-01-05T17:00Z")]
    [InlineData("09:01", "2026-01-05T08:01Z")]
    [InlineData("09:00", "2026-01-06T08:00Z")] // now: tomorrow is meant
    [InlineData("08:30", "2026-01-06T07:30Z")]
    [InlineData("24:00", "2026-01-05T23:00Z")]
    [InlineData("2026-01-31T18:00Z", "2026-01-31T18:00Z")]
    [InlineData("2026-01-31T18:00+02:00", "2026-01-31T16:00Z")]
    [InlineData("2026-01-31 18:00", "2026-01-31T17:00Z")]
    public void An_end_is_a_duration_a_time_of_day_or_a_time_with_a_date(string text, string expected)
    {
        Assert.Equal(DateTimeOffset.Parse(expected), InstantText.ParseEnd(text, Now, Berlin, out var reason));
        Assert.Null(reason);
    }

    [Fact]
    public void Without_a_time_zone_the_time_of_day_is_UTC() =>
        Assert.Equal(Now.AddHours(10), InstantText.ParseEnd("18:00", Now, null, out _));

    // Berlin springs forward on 29 March 2026 at 02:00: 02:30 is the moment of the jump.
    [Fact]
    public void A_time_of_day_that_daylight_saving_skips_is_the_transition() =>
        Assert.Equal(
            DateTimeOffset.Parse("2026-03-29T01:00Z"),
            InstantText.ParseEnd("02:30", DateTimeOffset.Parse("2026-03-28T22:00Z"), Berlin, out _)
        );

    [Theory]
    [InlineData("2026-01-05T08:00Z", "'2026-01-05T08:00Z' is in the past: it is 2026-01-05 08:00 UTC.")]
    [InlineData("2026-01-05 08:59", "'2026-01-05 08:59' is in the past: it is 2026-01-05 08:00 UTC.")]
    [InlineData("later", "'later' is not an end such as 4h, 2d, 18:00 or 2026-01-31T18:00Z.")]
    [InlineData("0h", "'0h' is not an end such as 4h, 2d, 18:00 or 2026-01-31T18:00Z.")]
    [InlineData("", "'' is not an end such as 4h, 2d, 18:00 or 2026-01-31T18:00Z.")]
    [InlineData("2026-03-29 02:30", "'2026-03-29 02:30' does not exist in Europe/Berlin: daylight saving time skips it.")]
    [InlineData("2300-01-01T00:00Z", "'2300-01-01T00:00Z' is outside the years 1971 to 2199.")]
    [InlineData("99999d", "'99999d' is after the year 2199.")]
    public void What_is_none_or_in_the_past_is_refused_in_one_sentence(string text, string expected)
    {
        Assert.Null(InstantText.ParseEnd(text, Now, Berlin, out var reason));
        Assert.Equal(expected, reason);
    }
}
