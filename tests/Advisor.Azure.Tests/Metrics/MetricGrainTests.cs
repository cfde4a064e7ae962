using Advisor.Azure.Metrics;

namespace Advisor.Azure.Tests.Metrics;

public sealed class MetricGrainTests
{
    [Fact]
    public void Wire_names_are_those_that_Azure_serves()
    {
        Assert.Equal(["PT1M", "PT5M", "PT15M", "PT30M", "PT1H", "PT6H", "PT12H", "P1D"], MetricGrain.All.Select(MetricGrain.ToWireName));
    }

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
