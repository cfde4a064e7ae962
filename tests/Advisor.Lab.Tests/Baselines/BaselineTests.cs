using Advisor.Core.Metrics;
using Advisor.Lab.Baselines;
using Advisor.Lab.Resources;

namespace Advisor.Lab.Tests.Baselines;

public class BaselineTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);
    private static readonly Core.Capacity.UnitLadder Ladder = SimulatedResource.StandardLadder;

    [Fact]
    public void Autoscale_of_the_SignalR_page_scales_out_one_step_above_70_percent_of_quota_and_then_waits_5_minutes()
    {
        var policy = new AzureAutoscale(AutoscaleRules.SignalRPage, Ladder);
        Assert.Equal(4, policy.SelectUnits(CreateView(10, 4, quota: 70))); // exactly 70 is not above it
        var wants = Enumerable.Range(11, 9).Select(m => policy.SelectUnits(CreateView(m, 4, quota: 90))).ToList();

        // From minute 11 the mean is above 70: out to 5; then quiet until 16.
        Assert.Equal([5, 4, 4, 4, 4, 5, 4, 4, 4], wants);
    }

    [Fact]
    public void Autoscale_never_steps_in_to_where_it_would_step_out_again()
    {
        // Load 40 at 4 units would be 53.3 at 3: allowed. Load 37 and quota 44 at 2 units would be 74 and 88 at 1: refused.
        var atTwo = new AzureAutoscale(AutoscaleRules.Tuned, Ladder);
        Assert.Equal(2, atTwo.SelectUnits(CreateView(10, 2, load: 37, quota: 44)));
        var atFour = new AzureAutoscale(AutoscaleRules.Tuned, Ladder);
        Assert.Equal(3, atFour.SelectUnits(CreateView(10, 4, load: 37, quota: 44)));

        // From 20 the step below is 10; load 31 would be 62 there, so the rule stops at 20.
        var atTwenty = new AzureAutoscale(AutoscaleRules.Tuned, Ladder);
        Assert.Equal(20, atTwenty.SelectUnits(CreateView(10, 20, load: 31, quota: 10)));
    }

    [Fact]
    public void Autoscale_of_the_Web_PubSub_page_looks_at_load_too()
    {
        Assert.Equal(30, new AzureAutoscale(AutoscaleRules.WebPubSubPage, Ladder).SelectUnits(CreateView(10, 20, load: 81, quota: 10)));
        Assert.Equal(10, new AzureAutoscale(AutoscaleRules.WebPubSubPage, Ladder).SelectUnits(CreateView(10, 20, load: 19, quota: 30)));
        Assert.Equal(20, new AzureAutoscale(AutoscaleRules.WebPubSubPage, Ladder).SelectUnits(CreateView(10, 20, load: 20, quota: 30)));
    }

    [Fact]
    public void Keda_scales_out_at_once_to_the_ratio_and_in_to_the_highest_desired_size_of_five_minutes()
    {
        var policy = new KedaHpa(Ladder);
        Assert.Equal(7, policy.SelectUnits(CreateView(0, 4, load: 80))); // 80 / 50 x 4 = 6.4
        Assert.Equal(7, policy.SelectUnits(CreateView(1, 7, load: 54))); // 1.08 is within the tolerance
        Assert.Equal(7, policy.SelectUnits(CreateView(2, 7, load: 20))); // desires 3, 7 stays
        Assert.Equal([7, 7, 7, 3], Enumerable.Range(3, 4).Select(m => policy.SelectUnits(CreateView(m, 7, load: 20))));
    }

    [Fact]
    public void Keda_follows_the_quota_where_it_requires_more()
    {
        // 140 / 70 x 9 = 18 units: the ladder gives 20.
        Assert.Equal(20, new KedaHpa(Ladder).SelectUnits(CreateView(0, 9, load: 10, quota: 140)));
    }

    [Fact]
    public void The_community_script_uses_the_highest_count_of_the_last_five_minutes_every_five_minutes()
    {
        var policy = new CommunityScript(Ladder);
        double[] counts = [950, 2851, 100, 100, 100, 100, 100, 100, 100, 100, 100];
        var wants = counts.Select((count, minute) => policy.SelectUnits(CreateView(minute, 7, connections: count))).ToList();

        // Minute 0: 950 / 950 = 1. Minute 5: the maximum of minutes 1 to 5 is 2,851, three units and a hair = 4. Minute 10: 1.
        Assert.Equal([1, 7, 7, 7, 7, 4, 7, 7, 7, 7, 1], wants);
    }

    [Fact]
    public void Aws_scales_out_after_three_minutes_above_target_and_in_after_fifteen_below_nine_tenths()
    {
        var policy = new AwsLikeScaling(Ladder);
        Assert.Equal([4, 4, 5], Enumerable.Range(0, 3).Select(m => policy.SelectUnits(CreateView(m, 4, load: 66)))); // 66 / 55 x 4 = 4.8

        // 33 / 55 = 0.6: 5 - floor(5 - 3) = 3, in the fifteenth minute.
        var wants = Enumerable.Range(3, 15).Select(m => policy.SelectUnits(CreateView(m, 5, load: 33))).ToList();
        Assert.Equal([.. Enumerable.Repeat(5, 14), 3], wants);
    }

    [Fact]
    public void Aws_is_held_and_scaled_out_by_the_same_hour_of_the_day_before()
    {
        // Day one: 8 units at load 55 in hour 10 is a need of 8.0; else 1.
        var policy = new AwsLikeScaling(Ladder);
        for (var minute = 0; minute < 1440; minute++)
        {
            policy.SelectUnits(CreateView(minute, 8, load: minute / 60 == 10 ? 55 : 55 / 8.0));
        }

        // 5 minutes ahead of hour 10 the floor is 8; one minute earlier it is the need of hour 9.
        Assert.Equal(2, policy.SelectUnits(CreateView(1440 + 594, 2, load: 50)));
        Assert.Equal(8, policy.SelectUnits(CreateView(1440 + 595, 2, load: 50)));
    }

    [Fact]
    public void Aws_takes_the_upper_median_of_three_days_and_of_weeks_from_day_eight_on()
    {
        // Needs of hour 10 by day: 3, 9, 5, 4, 4, 4, 4, 4, 4. On day 3 the days before hold 5, 9, 3: median 5.
        var policy = new AwsLikeScaling(Ladder);
        int[] byDay = [3, 9, 5, 4, 4, 4, 4, 4, 4];
        var floors = new List<int>();
        for (var day = 0; day <= byDay.Length; day++)
        {
            for (var minute = 0; minute < 1440; minute++)
            {
                var need = minute / 60 == 10 && day < byDay.Length ? byDay[day] : 1;
                var want = policy.SelectUnits(CreateView(day * 1440 + minute, 1, load: 55.0 * need));
                if (minute == 596)
                {
                    floors.Add(want);
                }
            }
        }

        // Day 0: no history. Day 1: 3. Day 2: of 9 and 3 the upper, 9. Day 3: 5. Day 4: of 4, 5, 9: 5. Days 5 to 7: 4.
        // Day 8, 24 and 168 hours before: 4 and 9, the upper. Day 9: 4 and 5.
        Assert.Equal([1, 3, 9, 5, 5, 4, 4, 4, 9, 5], floors);
    }

    private static MinuteView CreateView(int minute, int units, double load = 0, double quota = 0, double connections = 0) =>
        new(minute, Start.AddMinutes(minute), minute - 2, new MetricReadings(load, connections, quota, 0, 0, 0), units, false);
}
