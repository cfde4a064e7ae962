using Advisor.Notifications.Messages;

namespace Advisor.Notifications.Tests.Messages;

public sealed class SparklineTests
{
    [Fact]
    public void Each_value_is_a_character_and_the_highest_is_a_full_one() =>
        // 0.5 of 1 is 3.5 of 7 steps, rounded away from zero: the fifth of eight.
        Assert.Equal("▁▅·█", Sparkline.Draw([0, 0.5, null, 1]));

    [Fact]
    public void Nothing_but_zeros_is_a_flat_line() => Assert.Equal("▁▁", Sparkline.Draw([0, 0]));

    [Fact]
    public void A_missing_value_is_a_gap_and_never_zero() => Assert.Equal("··", Sparkline.Draw([null, double.NaN]));

    [Fact]
    public void A_day_of_minutes_fits_a_phone_and_keeps_its_highest_minute()
    {
        var values = Enumerable.Repeat<double?>(1, 1440).ToList();
        values[700] = 7;

        // 1440 / 24 = 60 minutes a character; minute 700 is in the twelfth (660 to 719). 1 of 7 is one step of seven.
        Assert.Equal(new string('▂', 11) + "█" + new string('▂', 12), Sparkline.Draw(values));
    }
}
