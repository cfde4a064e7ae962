using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Quantities;

public class WordingTests
{
    [Theory]
    [InlineData(0, "minute", "0 minutes")]
    [InlineData(1, "minute", "1 minute")]
    [InlineData(2, "minute", "2 minutes")]
    [InlineData(1.4, "minute", "1 minute")] // shown as 1
    [InlineData(1.5, "minute", "2 minutes")] // shown as 2
    [InlineData(0.5, "minute", "1 minute")] // .NET rounds a shown half away from zero; the noun follows what is shown
    [InlineData(-1, "hour", "-1 hour")]
    [InlineData(20160, "minute", "20,160 minutes")]
    public void A_count_and_its_noun_agree(double count, string noun, string expected) =>
        Assert.Equal(expected, Wording.FormatCount(count, noun));

    [Theory]
    [InlineData(1, "1 entry")]
    [InlineData(3, "3 entries")]
    public void A_noun_without_an_s_names_its_plural(double count, string expected) =>
        Assert.Equal(expected, Wording.FormatCount(count, "entry", "entries"));

    [Theory]
    [InlineData(0, "0")]
    [InlineData(0.254, "0.25")]
    [InlineData(9.5, "9.5")]
    [InlineData(10.4, "10")]
    [InlineData(220445, "220,445")]
    public void A_number_has_no_more_digits_than_a_person_reads(double value, string expected) =>
        Assert.Equal(expected, Wording.FormatNumber(value));

    [Theory]
    [InlineData(0.525, 0, "53 %")]
    [InlineData(0.525, 1, "52.5 %")]
    [InlineData(0.5, 1, "50 %")]
    [InlineData(0, 0, "0 %")]
    [InlineData(12.5, 0, "1,250 %")]
    [InlineData(-0.525, 1, "-52.5 %")]
    [InlineData(-0.003, 0, "0 %")]
    [InlineData(-0.0003, 1, "0 %")]
    public void A_ratio_reads_as_percent(double ratio, int decimals, string expected) =>
        Assert.Equal(expected, Wording.FormatPercent(ratio, decimals));

    [Theory]
    [InlineData(0.52, "52 %")]
    [InlineData(0.9999, "99 %")] // not yet at the limit
    [InlineData(1, "100 %")]
    [InlineData(1.0001, "101 %")] // over the limit
    [InlineData(1.024, "102 %")]
    [InlineData(200, ">9999 %")]
    public void Rounding_hides_neither_the_last_headroom_nor_an_excess(double ratio, string expected) =>
        Assert.Equal(expected, Wording.FormatUtilization(new Ratio(ratio)));

    [Theory]
    [InlineData("5634.4", false, "5,634 USD")]
    [InlineData("5634.4", true, "5,634.40 USD")]
    [InlineData("0.42", false, "0.42 USD")] // not "0 USD"
    [InlineData("0", false, "0 USD")]
    [InlineData("-39.28", false, "-39 USD")]
    [InlineData("-1448.64", true, "-1,448.64 USD")]
    public void Money_has_one_form(string amount, bool cents, string expected) =>
        Assert.Equal(expected, Wording.FormatAmount(CreateUsd(amount), cents));

    [Theory]
    [InlineData("2898", false, "+2,898 USD")]
    [InlineData("-39.28", false, "-39 USD")]
    [InlineData("-39.28", true, "-39.28 USD")]
    [InlineData("0", false, "0 USD")]
    public void A_change_of_money_has_its_sign(string amount, bool cents, string expected) =>
        Assert.Equal(expected, Wording.FormatChange(CreateUsd(amount), cents));

    [Fact]
    public void An_amount_itself_reads_to_the_cent_in_the_same_form() => Assert.Equal("12,000.00 USD", CreateUsd("12000").ToString());

    [Theory]
    [InlineData("Standard_S1", 30, "Standard_S1 x 30")]
    [InlineData("Premium_P2", 1000, "Premium_P2 x 1000")] // as Azure writes capacities
    public void A_size_is_a_SKU_and_its_units(string sku, int units, string expected) =>
        Assert.Equal(expected, new Size(sku, units).ToString());

    [Theory]
    [InlineData(409_600_000, "409.6 MB/s")]
    [InlineData(4_000_000, "4 MB/s")]
    [InlineData(20_480, "20.5 KB/s")]
    [InlineData(12, "12 B/s")]
    public void Rates_of_bytes_are_in_units_of_a_thousand(double perSecond, string expected) =>
        Assert.Equal(expected, Wording.FormatByteRate(perSecond));

    [Theory]
    [InlineData(0, "0 s")]
    [InlineData(45, "45 s")]
    [InlineData(59.6, "1 min")]
    [InlineData(300, "5 min")]
    [InlineData(3599, "1 h")]
    [InlineData(7500, "2 h 5 min")] // 125 min
    [InlineData(86400, "24 h")]
    [InlineData(172800, "2 days")]
    [InlineData(273600, "3 days 4 h")] // 76 h
    [InlineData(1209600, "14 days")]
    public void A_duration_has_at_most_two_units(double seconds, string expected) =>
        Assert.Equal(expected, Wording.FormatDuration(TimeSpan.FromSeconds(seconds)));

    [Theory]
    [InlineData(0, "0 minutes")]
    [InlineData(1, "1 minute")]
    [InlineData(120, "120 minutes")]
    [InlineData(121, "2 h 1 min")]
    [InlineData(20_146, "14 days")] // 13 days, 23 h and 46 min, to the hour
    public void Minutes_are_counted_as_long_as_a_person_counts_them(int minutes, string expected) =>
        Assert.Equal(expected, Wording.FormatMinutes(minutes));

    [Theory]
    [InlineData(46, 14, "46 minutes in 14 days")]
    [InlineData(910, 28, "15 h 10 min in 28 days")]
    [InlineData(20_146, 14, "all of 14 days")]
    [InlineData(20_146, 28, "14 days in 28 days")]
    public void Minutes_of_a_period_are_all_of_it_where_they_read_as_long(int minutes, int days, string expected) =>
        Assert.Equal(expected, Wording.FormatMinutesIn(minutes, TimeSpan.FromDays(days)));

    private static Money CreateUsd(string amount) => new(decimal.Parse(amount), "USD");
}
