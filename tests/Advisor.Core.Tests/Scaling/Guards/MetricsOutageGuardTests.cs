using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>Zeros of many resources at once, from the minutes of each to what a decision says.</summary>
public sealed class MetricsOutageGuardTests
{
    private static readonly DateTimeOffset At = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);
    private static readonly OutageRules Rules = OutageRules.Default;
    private static readonly MetricReadings Zero = new(0, 0, 0, 0, 0, 0),
        Busy = new(10, 500, 10, 1000, 1000, 30);

    [Fact]
    public void Readings_are_zero_where_connections_and_everything_else_that_was_reported_are()
    {
        Assert.True(Zero.IsZero);
        Assert.True(new MetricReadings(ConnectionCount: 0).IsZero);
        Assert.False(new MetricReadings(ServerLoad: 0).IsZero);
        Assert.False((Zero with { ServerLoad = 0.1 }).IsZero);
        Assert.False((Zero with { ConnectionOpenCount = 1 }).IsZero);
        Assert.False(default(MetricReadings).IsZero);
    }

    [Fact]
    public void A_stretch_of_activity_goes_on_over_a_short_gap_and_over_zeros_that_were_not_believed()
    {
        var use = Read(MetricActivity.Unknown, 0, 10, Busy);
        Assert.Equal(new MetricActivity(At.AddMinutes(12), At.AddMinutes(9), At, WholeAt: At.AddMinutes(12)), Read(use, 10, 13, Zero));

        // The gap is 3 minutes: from 08:09 to 08:12 it goes on, to 08:13 it is another stretch, unless the zeros were held.
        Assert.Equal(At, Read(use, 12, 13, Busy).ActiveSince);
        Assert.Equal(At.AddMinutes(13), Read(use, 13, 14, Busy).ActiveSince);
        Assert.Equal(At, Read(Read(use, 10, 60, Zero) with { HeldAt = At.AddMinutes(59) }, 60, 61, Busy).ActiveSince);

        // Missing is not zero, and what was read before is skipped.
        Assert.Equal(use, Read(Read(use, 10, 20, default), 5, 8, Zero));
    }

    [Theory]
    [InlineData(3, 20, 1, 3, 3)]
    [InlineData(2, 20, 1, null, 0)] // too few
    [InlineData(3, 15, 1, null, 0)] // in use from 08:00 to 08:14: 14 minutes
    [InlineData(3, 16, 1, 3, 3)]
    [InlineData(3, 20, 1440, 3, 3)]
    [InlineData(3, 20, 1441, null, 0)] // after a day
    public void Resources_in_use_that_go_to_zero_together_are_an_outage(int resources, int busy, int zero, int? held, int certain)
    {
        var region = RegionActivity.Compute(
            [.. Enumerable.Repeat(Read(Read(MetricActivity.Unknown, 0, busy, Busy), busy, busy + zero, Zero), resources)],
            Rules
        )!;

        Assert.Equal(held, region.FindOutage(Rules)?.Resources);
        Assert.Equal(certain, region.CountResourcesOut(Rules));
        Assert.Equal(held is null ? null : At.AddMinutes(busy), region.FindOutage(Rules)?.Since);
    }

    [Fact]
    public void Batches_of_a_tick_add_up()
    {
        var (busy, zero) = (Read(MetricActivity.Unknown, 0, 20, Busy), Read(Read(MetricActivity.Unknown, 0, 20, Busy), 20, 21, Zero));

        // Two that were read and are at zero, one that was not read yet: in doubt sizes are held, and nothing is certain.
        var both = RegionActivity.Combine(CombineActivities(zero, zero), CombineActivities(busy), Rules)!;
        Assert.Equal((3, 0), (both.FindOutage(Rules)!.Resources, both.CountResourcesOut(Rules)));
        Assert.Equal(3, RegionActivity.Combine(CombineActivities(zero, zero), CombineActivities(zero), Rules)!.CountResourcesOut(Rules));

        // Activity in one of them is none of an outage.
        Assert.Null(
            RegionActivity
                .Combine(CombineActivities(zero, zero, zero), CombineActivities(Read(busy, 20, 21, Busy)), Rules)!
                .FindOutage(Rules)
        );
        Assert.Equal(both, RegionActivity.Combine(null, both, Rules));
    }

    [Fact]
    public void A_batch_knows_the_others_as_they_were_a_tick_before()
    {
        var (busy, zero) = (Read(MetricActivity.Unknown, 0, 20, Busy), Read(Read(MetricActivity.Unknown, 0, 20, Busy), 20, 21, Zero));

        // Four in use a minute ago, two of them are in this batch and at zero now: they are not counted twice.
        Assert.Equal(
            4,
            RegionActivity
                .Continue(CombineActivities(zero, zero), CombineActivities(busy, busy, busy, busy), Rules)!
                .FindOutage(Rules)!
                .Resources
        );

        // Where the others live on, that is known when they were active later than two minutes after the last activity here.
        Assert.NotNull(
            RegionActivity
                .Continue(
                    CombineActivities(Read(zero, 21, 23, Zero)),
                    CombineActivities(Read(busy, 20, 22, Busy), Read(busy, 20, 22, Busy), Read(busy, 20, 22, Busy)),
                    Rules
                )!
                .FindOutage(Rules)
        );
        Assert.Null(
            RegionActivity
                .Continue(CombineActivities(Read(zero, 21, 24, Zero), zero, zero), CombineActivities(Read(busy, 20, 23, Busy)), Rules)!
                .FindOutage(Rules)
        );
    }

    [Fact]
    public void A_decision_in_an_outage_holds_and_says_why()
    {
        var observation = TestResource.CreateObservation(60, 4000, 8);
        Decision Decide(ZeroMetrics zeros) =>
            ScalingAdvisor
                .Decide(
                    TestResource.Rules,
                    observation with
                    {
                        Readings = default,
                        Fleet = observation.Fleet with { ZeroMetrics = zeros },
                    },
                    TestResource.BuildState(60, _ => 4000, 8),
                    observation.Time.AddMinutes(2)
                )
                .Decision!;

        var held = Decide(new(observation.Time, 4));
        Assert.Equal((ScalingAction.Hold, 8), (held.Action, held.Units));
        Assert.Equal(
            $"Every metric has been exactly zero since {observation.Time:HH:mm} UTC, and none of the 4 resources in use in "
                + $"this region has reported activity since: "
                + "a metrics outage, not idleness. No change until the metrics are back.",
            held.Reasons[0].Text
        );
        Assert.EndsWith(
            "other resources report again. No change until this one does, or stays at zero.",
            Decide(new(observation.Time, 0)).Reasons[0].Text,
            StringComparison.Ordinal
        );
    }

    private static RegionActivity? CombineActivities(params MetricActivity[] resources) => RegionActivity.Compute(resources, Rules);

    private static MetricActivity Read(MetricActivity before, int from, int to, MetricReadings readings) =>
        before.Observe(Enumerable.Range(from, to - from).Select(minute => new MinuteSample(At.AddMinutes(minute), readings)), Rules.Gap);
}
