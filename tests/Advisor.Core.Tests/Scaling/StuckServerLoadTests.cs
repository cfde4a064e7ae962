using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

/// <summary>
/// A server load that stands still whatever the size, while one more metric is missing. 2,000 to 4,000 connections in waves of two hours
/// need 5 units at the most.
/// </summary>
public class StuckServerLoadTests
{
    private const int Units = 5,
        Hours10 = 600;

    public static TheoryData<string, double> Missing { get; } =
        new(
            from metric in (string[])["connections", "count", "quota", "inbound", "outbound", "traffic", "messages"]
            from load in (double[])[91, 97]
            select (metric, load)
        );

    [Theory]
    [MemberData(nameof(Missing))]
    public void Without_a_metric_it_buys_one_step_at_the_most(string metric, double stuck)
    {
        var complete = metric is "count" or "quota" or "messages";
        var loop = new ClosedLoop(Units).Run(
            Hours10,
            (minute, units) => RemoveMetric(metric, CreateWaves(minute, units) with { ServerLoad = stuck })
        );

        // Without the count, the quota or the messages there are still connections and traffic, which contradict the server load.
        Assert.InRange(loop.Sizes.Last(), Units, 6);
        Assert.Contains(
            complete ? ReasonCodes.SuspectMetric : ReasonCodes.ScaleOutDidNotHelp,
            loop.Decisions.SelectMany(decision => decision.Reasons).Select(reason => reason.Code)
        );
    }

    [Theory]
    [MemberData(nameof(Missing))]
    public void With_a_metric_missing_every_tenth_minute_it_is_not_chased(string metric, double stuck)
    {
        var loop = new ClosedLoop(Units).Run(
            Hours10,
            (minute, units) => RemoveMetric(minute % 10 == 0 ? metric : "", CreateWaves(minute, units) with { ServerLoad = stuck })
        );

        Assert.InRange(loop.Sizes.Last(), Units, 6);
    }

    [Fact]
    public void A_server_load_alone_that_does_follow_the_size_is_followed_step_by_step()
    {
        // The traffic is missing, and the application works hard: 455 points at one unit are 91 % at 5, 65 % at 7.
        var loop = new ClosedLoop(Units).Run(
            120,
            (_, units) => RemoveMetric("traffic", TestResource.CreateReadings(3000, units) with { ServerLoad = 455.0 / units })
        );

        Assert.Equal(7, loop.Units);
        var scaled = loop.Decisions.Where(decision => decision.Action == ScalingAction.ScaleOut);
        Assert.Equal([6, 7], scaled.Select(decision => decision.Units));
    }

    [Fact]
    public void Answers_without_any_metric_never_scale_out()
    {
        // Waves with a rise to come, and then nothing but empty answers for three hours.
        const int begin = (2 * 1440) + 400,
            end = begin + 180;
        var loop = new ClosedLoop(60).Run(
            3 * 1440,
            (minute, units) =>
                minute is > begin and < end
                    ? default
                    : TestResource.CreateReadings(30_000 + (22_000 * Math.Sin(minute * Math.Tau / 480)), units)
        );

        // From the first of them on the change that was in progress may end.
        var (first, last) = (TestResource.Start.AddMinutes(begin + 5), TestResource.Start.AddMinutes(end));
        var empty = loop.Decisions.Where(decision => decision.Time > first && decision.Time < last).ToList();
        Assert.Single(empty.Select(decision => decision.Units).Distinct());
    }

    [Fact]
    public void An_announced_floor_is_met_without_any_metric()
    {
        var start = TestResource.Start.AddMinutes(120);
        var settings = TestResource.Settings with { Windows = [new PlannedWindow("launch", start, start.AddHours(1), 60, false)] };

        var loop = new ClosedLoop(50, settings).Run(
            100,
            (minute, units) => minute < 60 ? TestResource.CreateReadings(40_000, units) : default
        );

        Assert.Equal(60, loop.Units);
    }

    private static MetricReadings CreateWaves(int minute, int units) =>
        TestResource.CreateReadings(3000 + (1000 * Math.Sin(minute * Math.Tau / 120)), units);

    private static MetricReadings RemoveMetric(string metric, MetricReadings readings) =>
        metric switch
        {
            "connections" => readings with { ConnectionCount = null, ConnectionQuotaUtilization = null },
            "count" => readings with { ConnectionCount = null },
            "quota" => readings with { ConnectionQuotaUtilization = null },
            "inbound" => readings with { InboundTraffic = null },
            "outbound" => readings with { OutboundTraffic = null },
            "traffic" => readings with { InboundTraffic = null, OutboundTraffic = null },
            "messages" => readings with { MessageCount = null },
            _ => readings,
        };
}
