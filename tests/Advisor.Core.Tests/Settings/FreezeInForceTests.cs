using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Settings;

public sealed class FreezeInForceTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    // Minutes from 08:00: the first freeze is from -30 to 60, until 09:00.
    [Theory]
    [InlineData(-30, 30, "first allows no change before 2026-01-05 09:00 UTC")]
    [InlineData(-30, 90, "other allows no change before 2026-01-05 09:30 UTC")]
    [InlineData(30, 90, "first and other allow no change before 2026-01-05 09:30 UTC")]
    [InlineData(60, 120, "first and other allow no change before 2026-01-05 10:00 UTC")]
    [InlineData(61, 120, "first allows no change before 2026-01-05 09:00 UTC")]
    public void It_ends_where_no_other_freeze_goes_on(int from, int until, string expected)
    {
        var settings = new ResourceSettings { Windows = [Create("first", -30, 60), Create("other", from, until)] };

        Assert.Equal(expected, settings.FindFreeze(Now)?.Describe());
    }

    // The second night begins where the first ends, and the launch, which is no freeze, after them.
    [Fact]
    public void Windows_of_one_schedule_are_named_once_and_other_windows_do_not_count()
    {
        var launch = Create("launch", 300, 400) with { IsFreeze = false, MinUnits = 5 };
        var settings = new ResourceSettings { Windows = [Create("nightly", 100, 300), launch, Create("nightly", -10, 100)] };

        Assert.Equal("nightly allows no change before 2026-01-05 13:00 UTC", settings.FindFreeze(Now)?.Describe());
        Assert.Null(settings.FindFreeze(Now.AddMinutes(300)));
    }

    [Fact]
    public void It_is_strict_where_a_window_in_force_is()
    {
        var settings = new ResourceSettings
        {
            Windows = [Create("first", -30, 60), Create("strict", -30, 10) with { IsStrict = true }, Create("later", 60, 90)],
        };

        Assert.True(settings.FindFreeze(Now)?.IsStrict);
        Assert.False(settings.FindFreeze(Now.AddMinutes(10))?.IsStrict);
    }

    private static PlannedWindow Create(string name, int from, int until) =>
        new(name, Now.AddMinutes(from), Now.AddMinutes(until), null, IsFreeze: true);
}
