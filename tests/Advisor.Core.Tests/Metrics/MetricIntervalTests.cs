using Advisor.Core.Metrics;

namespace Advisor.Core.Tests.Metrics;

public sealed class MetricIntervalTests
{
    [Theory]
    [InlineData("PT1M", 1)]
    [InlineData("PT6H", 360)]
    [InlineData("P1DT1H30M", 1530)]
    [InlineData("P1D", 1440)]
    [InlineData("0:01:00", 1)]
    [InlineData("1:00:00", 60)]
    [InlineData("1 day, 0:00:00", 1440)]
    public void The_spellings_of_Azure_Monitor_and_its_CLI_are_read(string text, int minutes) =>
        Assert.Equal(TimeSpan.FromMinutes(minutes), MetricInterval.Parse(text));

    [Theory]
    [InlineData("FULL")]
    [InlineData("P9999999Y")] // more than a time span holds
    [InlineData("1")] // a number alone has no unit
    [InlineData("60")]
    [InlineData("")]
    [InlineData(null)]
    public void A_text_that_is_no_interval_is_none(string? text) => Assert.Null(MetricInterval.Parse(text));
}
