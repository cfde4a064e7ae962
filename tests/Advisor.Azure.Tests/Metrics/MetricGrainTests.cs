using Advisor.Azure.Metrics;

namespace Advisor.Azure.Tests.Metrics;

public sealed class MetricGrainTests
{
    [Fact]
    public void Wire_names_are_those_that_Azure_serves()
    {
        Assert.Equal(["PT1M", "PT5M", "PT15M", "PT30M", "PT1H", "PT6H", "PT12H", "P1D"], MetricGrain.All.Select(MetricGrain.ToWireName));
    }

    [Fact]
    public void A_wire_name_read_back_is_the_grain()
    {
        Assert.All(MetricGrain.All, grain => Assert.Equal(grain, MetricGrain.Parse(MetricGrain.ToWireName(grain))));
    }

    [Theory]
    [InlineData("0:01:00", 1)]
    [InlineData("1:00:00", 60)]
    [InlineData("1 day, 0:00:00", 1440)]
    public void The_spelling_of_the_Azure_CLI_is_read(string text, int minutes) =>
        Assert.Equal(TimeSpan.FromMinutes(minutes), MetricGrain.Parse(text));

    [Theory]
    [InlineData("FULL")]
    [InlineData("P9999999Y")] // more than a time span holds
    [InlineData("")]
    [InlineData(null)]
    public void A_text_that_is_no_grain_is_none(string? text) => Assert.Null(MetricGrain.Parse(text));

    [Theory]
    [InlineData(3, 1)] // 180 buckets
    [InlineData(24, 1)] // exactly 1,440
    [InlineData(25, 2)]
    [InlineData(0, 0)]
    public void Windows_touch_and_together_are_the_whole(int hours, int expected)
    {
        var start = AzureResponses.Noon;
        var windows = MetricGrain.SplitWindow(start, start.AddHours(hours), TimeSpan.FromMinutes(1)).ToList();

        Assert.Equal(expected, windows.Count);
        Assert.Equal(TimeSpan.FromHours(hours), windows.Aggregate(TimeSpan.Zero, (sum, w) => sum + (w.End - w.Start)));
        Assert.All(windows.Zip(windows.Skip(1)), pair => Assert.Equal(pair.First.End, pair.Second.Start));
    }
}
