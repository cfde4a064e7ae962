using Advisor.Core.Decisions;
using Advisor.Core.Metrics;

namespace Advisor.Service.Tests.Evaluate;

/// <content>What is read of the past, and what it is for.</content>
public partial class FleetEvaluatorTests
{
    [Fact]
    public async Task Minutes_are_asked_for_up_to_the_lag_of_the_metrics_in_whole_minutes()
    {
        var fleet = new FakeFleet();
        fleet.Add("chat", 5, Crowded);

        await Evaluate(fleet);

        // 10:05:30 less 2 minutes is 10:03:30: the minute of 10:03 is not complete. [09:03, 10:03) are 60 minutes.
        Assert.Equal(
            (Now.Date.AddHours(9).AddMinutes(3), Now.Date.AddHours(10).AddMinutes(3)),
            (fleet.Asked!.Value.Start.UtcDateTime, fleet.Asked.Value.End.UtcDateTime)
        );
    }

    // 14 days less the last hour are 335 hours: 1,340 buckets of 15 minutes, and 4,020 of 5, which are more than one call brings.
    [Fact]
    public async Task Fourteen_days_are_read_in_coarser_buckets_before_the_last_hour()
    {
        var fleet = new FakeFleet();
        fleet.Add("chat", 5, Crowded);

        var report = await Evaluate(fleet);

        var end = new DateTimeOffset(2026, 1, 5, 9, 3, 0, TimeSpan.Zero);
        Assert.Equal((end.AddHours(1).AddDays(-14), end, TimeSpan.FromMinutes(15)), fleet.AskedPast!.Value);
        Assert.Equal(3 + 2, report.MetricCalls);
        Assert.Equal(
            "Based on metrics from 2025-12-22 10:03 to 2026-01-05 10:03 UTC: 15-minute buckets, the last hour by the minute.",
            report.Basis
        );
    }

    // 250 of 10,000 connections and next to no traffic: 1 unit is enough, and for an hour nothing else was seen.
    [Theory]
    [InlineData(false, "only 1 h of history")]
    [InlineData(true, null)]
    public async Task A_scale_in_on_less_than_seven_days_of_past_is_advisory(bool hasPast, string? advisory)
    {
        var idle = new MetricReadings(0.3, 250, 2.5, 60_000, 60_000, 30);
        var fleet = new FakeFleet();
        fleet.Add("idle", 10, idle);
        fleet.PastReadings = _ => hasPast ? idle : null;

        var report = Assert.Single((await Evaluate(fleet)).Resources);

        Assert.Equal((ScalingAction.ScaleIn, advisory), (report.Decision!.Action, report.Advisory));
        Assert.Equal(hasPast ? 14 * 24 : 1, report.History.TotalHours);
    }

    // The same quiet hour on a Monday morning, and 8,500 connections at 15:00 of every one of the 14 days before: 10 units hold them, fewer
    // do not.
    [Fact]
    public async Task What_a_resource_needed_each_day_keeps_its_units_in_a_quiet_hour()
    {
        var (quiet, busy) = (
            new MetricReadings(0.3, 250, 2.5, 60_000, 60_000, 30),
            new MetricReadings(40, 8500, 85, 60_000_000, 60_000_000, 29_000)
        );
        var fleet = new FakeFleet();
        fleet.Add("chat", 10, quiet);
        fleet.PastReadings = time => time.Hour is >= 10 and < 16 ? busy : quiet;

        var report = Assert.Single((await Evaluate(fleet)).Resources);

        // It is 10:03: on each of those days the busy hours began at 10:00.
        Assert.True(
            report.Decision!.Action != ScalingAction.ScaleIn || report.Decision.Units >= 8,
            $"{report.Decision.Action} to {report.Decision.Units}"
        );
    }

    [Fact]
    public async Task A_scale_out_within_the_window_does_not_make_old_minutes_look_heavy()
    {
        // 940 connections at 94 % until 09:33 say 1 unit; the same 940 at 18.8 % say 5. Load 60 at 1 unit is 12 at 5: a need of 0.94 units
        // throughout.
        var fleet = new FakeFleet();
        var chat = fleet.Add("chat", 5, Crowded);
        fleet.Readings[chat.Id] = t =>
            t.Minute is >= 3 and < 33 && t.Hour == 9
                ? new MetricReadings(60, 940, 94, 30_000_000, 30_000_000, 14_648)
                : new MetricReadings(12, 940, 18.8, 30_000_000, 30_000_000, 14_648);

        var report = Assert.Single((await Evaluate(fleet)).Resources);

        Assert.NotEqual(ScalingAction.ScaleOut, report.Decision!.Action);
    }
}
