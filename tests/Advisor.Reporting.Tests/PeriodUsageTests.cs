using Advisor.Core.Reports;

namespace Advisor.Reporting.Tests;

/// <summary>Time above the target in a window, and which resources had it.</summary>
public sealed class PeriodUsageTests
{
    /// <summary>
    /// 29 days with metrics, on each 2 h with 6 required of 5: 58 h above, 6 / 5 = 120 % at most, first in the 40th half hour.
    /// </summary>
    [Fact]
    public void Time_above_the_target_counts_only_where_metrics_were_read()
    {
        var chat = SamplePeriod.Fleet.Evaluation.Resources.Single(r => r.Name == "chat");

        var usage = UsageSummary.Compute(chat.Usage);

        Assert.Equal((TimeSpan.FromDays(29), TimeSpan.FromHours(58)), (usage.Known, usage.AboveTarget));
        Assert.Equal(
            (1.2, SamplePeriod.Fleet.From.AddHours(20)),
            (Math.Round(usage.Peak!.Value.Utilization!.Value, 6), usage.Peak.Value.Start)
        );
    }

    [Fact]
    public void At_the_target_is_within_it()
    {
        Assert.False(UsageSummary.Compute(SamplePeriod.CreateUsage(5, _ => 5)).WasAtRisk);
        Assert.True(UsageSummary.Compute(SamplePeriod.CreateUsage(5, i => i == 3 ? 5.01 : 5)).WasAtRisk);
    }

    [Fact]
    public void The_longest_above_its_target_comes_first() =>
        Assert.Equal(["chat", "owned"], SamplePeriod.Fleet.FindAtRisk().Select(found => found.Resource.Name));
}
