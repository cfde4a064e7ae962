using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Tests;

namespace Advisor.Core.Tests.Scaling.Readings;

/// <summary>
/// One metric that lies for hours while the others are honest, at a resource that follows its decisions: 2,000 to 4,000 connections in
/// waves of two hours, for which 5 units are enough.
/// </summary>
public class LyingMetricsTests
{
    private const int Units = 5,
        Honest = 180,
        Hours10 = 600;

    public static TheoryData<string> Lies { get; } =
        new(
            "server load stuck at 99",
            "server load stuck at 100",
            "server load stuck at 95",
            "traffic x 1,000",
            "inbound in KiB",
            "outbound in KiB",
            "connections x 10",
            "traffic x 1,000 and no server load"
        );

    [Theory]
    [MemberData(nameof(Lies))]
    [Fault("metrics-lie")]
    public void It_requires_one_step_at_most_and_the_data_are_suspect(string lie)
    {
        var loop = new ClosedLoop(Units).Run(
            Honest + Hours10,
            (minute, units) => minute < Honest ? CreateWaves(minute, units) : Replace(lie, CreateWaves(minute, units))
        );

        Assert.InRange(loop.Sizes.Last(), Units, Units + 1);
        Assert.Equal(DataState.SuspectMetric, loop.Decisions[^1].DataState);
    }

    [Theory]
    [InlineData(99)]
    [InlineData(100)]
    [Fault("metrics-lie")]
    public void A_server_load_that_is_stuck_from_the_first_minute_on_requires_one_step_at_most(double stuck)
    {
        var loop = new ClosedLoop(2).Run(Hours10, (_, units) => TestResource.CreateReadings(1000, units) with { ServerLoad = stuck });

        // 1,000 connections require 2 units.
        Assert.Equal([2, 3], loop.Sizes);
    }

    [Fact]
    [Fault("metrics-freeze")]
    public void Metrics_that_all_stand_still_after_they_moved_are_suspect_after_a_quarter_of_an_hour_and_nothing_is_scaled_in()
    {
        // Stopped at the top of a wave.
        var loop = new ClosedLoop(Units).Run(Hours10, (minute, units) => CreateWaves(Math.Min(minute, 390), units));

        var first = loop.Decisions.First(decision => decision.DataState == DataState.SuspectMetric);
        // The readings of minute 390 are those of 391 to 404 again: fifteen that are the same, decided upon two minutes later.
        Assert.Equal(TestResource.Start.AddMinutes(404), first.Time);
        Assert.Contains("has been the same to the last digit for 15 minutes", string.Join(" ", first.Reasons.Select(r => r.Text)));
        Assert.All(
            loop.Decisions.Where(decision => decision.Time >= first.Time),
            decision => Assert.NotEqual(ScalingAction.ScaleIn, decision.Action)
        );
    }

    [Fact]
    public void A_load_that_never_moved_is_not_frozen()
    {
        var loop = new ClosedLoop(Units).Run(Hours10, (_, units) => TestResource.CreateReadings(3000, units));

        Assert.DoesNotContain(loop.Decisions, decision => decision.DataState == DataState.SuspectMetric);
    }

    [Fact]
    public void An_idle_resource_may_stand_still()
    {
        // 3 to 60 connections at one unit, and from minute 300 on the same three.
        var loop = new ClosedLoop(1).Run(
            Hours10,
            (minute, units) => TestResource.CreateReadings(minute < 300 ? 3 + (minute * 7 % 57) : 3, units)
        );

        Assert.DoesNotContain(loop.Decisions, decision => decision.DataState == DataState.SuspectMetric);
    }

    [Fact]
    public void A_processor_that_is_full_by_work_that_no_metric_shows_is_followed_step_by_step()
    {
        // 455 points at one unit, of which traffic and connections explain 44. Up to 4 units it is full and serves what it can; each unit
        // more serves more. 455 / 7 are 65 %.
        var loop = new ClosedLoop(2).Run(
            180,
            (_, units) =>
            {
                var (served, readings) = (Math.Min(1, 100 * units / 455.0), TestResource.CreateReadings(1700, units));
                return readings with
                {
                    ServerLoad = Math.Min(100, 455.0 / units),
                    InboundTraffic = readings.InboundTraffic * served,
                    OutboundTraffic = readings.OutboundTraffic * served,
                    MessageCount = readings.MessageCount * served,
                };
            }
        );

        Assert.Equal(7, loop.Units);
    }

    private static MetricReadings CreateWaves(int minute, int units) =>
        TestResource.CreateReadings(3000 + (1000 * Math.Sin(minute * Math.Tau / 120)), units);

    private static MetricReadings Replace(string lie, MetricReadings readings) =>
        lie switch
        {
            "server load stuck at 99" => readings with { ServerLoad = 99 },
            "server load stuck at 100" => readings with { ServerLoad = 100 },
            "server load stuck at 95" => readings with { ServerLoad = 95 },
            "traffic x 1,000" => ScaleTraffic(readings),
            "inbound in KiB" => readings with { InboundTraffic = 1024 * readings.InboundTraffic },
            "outbound in KiB" => readings with { OutboundTraffic = 1024 * readings.OutboundTraffic },
            "connections x 10" => readings with { ConnectionCount = 10 * readings.ConnectionCount },
            _ => ScaleTraffic(readings) with { ServerLoad = null },
        };

    private static MetricReadings ScaleTraffic(MetricReadings readings) =>
        readings with
        {
            InboundTraffic = 1000 * readings.InboundTraffic,
            OutboundTraffic = 1000 * readings.OutboundTraffic,
        };
}
