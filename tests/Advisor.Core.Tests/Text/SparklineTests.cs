using Advisor.Core.Text;

namespace Advisor.Core.Tests.Text;

public sealed class SparklineTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    /// <summary>Seven steps below the top: 0, 1/7 = 0.143, ... and the eighth character from the top on.</summary>
    [Theory]
    [InlineData(true, "▁▁▂▇██··")]
    [InlineData(false, "..:#@@  ")]
    public void The_full_character_stands_only_where_the_top_is_reached(bool unicode, string expected) =>
        Assert.Equal(expected, Sparkline.Draw([0, 0.14, 0.15, 0.99, 1, 7, null, double.NaN], 1, unicode));

    [Fact]
    public void The_highest_of_a_series_is_a_full_block() =>
        // 0.5 of 1 is 3.5 of 7 steps: three are reached, which is the fourth of eight.
        Assert.Equal("▁▄·█", Sparkline.DrawToHighest([0, 0.5, null, 1], 24));

    [Fact]
    public void Nothing_but_zeros_is_a_flat_line() => Assert.Equal("▁▁", Sparkline.DrawToHighest([0, 0], 24));

    [Fact]
    public void A_missing_value_is_a_gap_and_never_zero() => Assert.Equal("··", Sparkline.DrawToHighest([null, double.NaN], 24));

    [Fact]
    public void No_value_is_no_character() => Assert.Equal("", Sparkline.DrawToHighest([], 24));

    [Fact]
    public void A_day_of_minutes_fits_a_phone_and_keeps_its_highest_minute()
    {
        var values = Enumerable.Repeat<double?>(1, 1440).ToList();
        values[700] = 7;

        // 1440 / 24 = 60 minutes a character; minute 700 is in the twelfth (660 to 719). 1 of 7 is one step of seven.
        Assert.Equal(new string('▂', 11) + "█" + new string('▂', 12), Sparkline.DrawToHighest(values, 24));
    }

    [Fact]
    public void Values_that_cannot_be_shared_out_evenly_are_all_in_some_part() =>
        // 5 values on 3 characters: 1, 2 and 2 of them.
        Assert.Equal("▂▃█", Sparkline.DrawToHighest([1, 2, 2, 3, 7], 3));

    [Fact]
    public void A_part_is_its_highest_value()
    {
        // Four parts of 15 minutes: the end does not belong to them.
        var peaks = Sparkline.FindPeaks(
            [(Start, 1), (Start.AddMinutes(14), 3), (Start.AddMinutes(15), 2), (Start.AddMinutes(50), null), (Start.AddHours(1), 9)],
            Start,
            Start.AddHours(1),
            4
        );

        Assert.Equal([3, 2, null, null], peaks);
    }
}
