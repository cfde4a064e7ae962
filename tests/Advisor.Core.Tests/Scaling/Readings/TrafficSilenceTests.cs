using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling.Readings;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.Readings;

/// <summary>
/// Traffic of exactly 0 while 2,000 to 4,000 connections stay, at 5 units. The traffic of these waves causes 21 to 43 points of server
/// load, the connections 3 to 6.
/// </summary>
public sealed class TrafficSilenceTests
{
    private const int Units = 5,
        Honest = 180,
        After = 120;

    [Fact]
    public void Where_the_server_load_goes_on_it_is_suspect_after_more_than_a_quarter_of_an_hour()
    {
        var loop = Run(minute => minute >= Honest, load => load);

        // Minutes 180 to 195 are sixteen without traffic.
        var first = loop.Decisions.First(decision => decision.Time >= TestResource.Start.AddMinutes(Honest + 6) && IsSilent(decision));
        Assert.Equal(TestResource.Start.AddMinutes(Honest + 15), first.Time);
        Assert.Equal(DataState.SuspectMetric, first.DataState);
        Assert.DoesNotContain(
            loop.Decisions,
            decision => decision.Time >= TestResource.Start.AddMinutes(Honest) && decision.Action == ScalingAction.ScaleIn
        );
        Assert.Contains(
            "Traffic has been exactly 0 for 16 minutes, but server load reads ",
            string.Join(" ", first.Reasons.Select(reason => reason.Text)),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Where_connections_are_0_too_and_the_server_load_goes_on_nothing_is_scaled_in()
    {
        // 22 to 25 points, which no connection explains, and too few to be a contradiction at once.
        var loop = Run(minute => minute >= Honest, load => 20 + (load / 10), isGone: true);

        var first = loop.Decisions.First(decision => decision.Time >= TestResource.Start.AddMinutes(Honest) && IsSilent(decision));
        Assert.Equal(TestResource.Start.AddMinutes(Honest + 15), first.Time);
        Assert.DoesNotContain(
            loop.Decisions,
            decision => decision.Time >= TestResource.Start.AddMinutes(Honest) && decision.Action == ScalingAction.ScaleIn
        );
    }

    [Fact]
    public void Clients_that_have_gone_are_no_suspicion() =>
        Assert.DoesNotContain(Run(minute => minute >= Honest, _ => 1, isGone: true).Decisions, IsSilent);

    [Fact]
    public void Clients_that_say_nothing_are_no_suspicion() =>
        // The load falls to what connections cause: 8 points at their limit.
        Assert.DoesNotContain(Run(minute => minute >= Honest, load => load / 8).Decisions, IsSilent);

    [Fact]
    public void A_resource_that_never_had_traffic_is_no_suspicion() =>
        Assert.DoesNotContain(Run(_ => true, load => load).Decisions, IsSilent);

    [Fact]
    public void A_server_load_above_its_target_speaks_for_itself() =>
        Assert.DoesNotContain(Run(minute => minute >= Honest, _ => 72).Decisions, IsSilent);

    [Fact]
    public void Traffic_that_is_back_ends_it()
    {
        var loop = Run(minute => minute is >= Honest and < Honest + 60, load => load);

        Assert.Contains(loop.Decisions, IsSilent);
        Assert.DoesNotContain(loop.Decisions.Where(decision => decision.Time >= TestResource.Start.AddMinutes(Honest + 60)), IsSilent);
        Assert.Equal(default, loop.State!.Readings.Silence);
    }

    [Fact]
    public void A_minute_without_metrics_neither_counts_nor_ends_it()
    {
        var silence = new TrafficSilence(7, 16);

        Assert.Equal(silence, silence.Add(new MetricReadings(ServerLoad: 40), default, new()));
        Assert.Equal(8, silence.Add(new MetricReadings(40, 3000, null, 0, 0), default, new()).Count);
        Assert.Equal(default, silence.Add(new MetricReadings(40, 3000, null, 0, 1), default, new()));
        Assert.Equal(8, silence.Add(new MetricReadings(0, 0, null, 0, 0), default, new()).Count);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public void It_survives_a_restart_with_or_without_the_fields_before_it(bool hasScaleIn, bool hasController)
    {
        var state = Run(minute => minute >= Honest, load => load).State! with
        {
            FirstScaleIn = hasScaleIn ? new FirstScaleIn(7, 50) : null,
            OtherController = hasController ? new OtherController(2, 3, 4, [50]) : null,
        };

        var read = ResourceStateFormat.Read(ResourceStateFormat.Write(state)).State!;

        Assert.Equal((state.Readings.Silence, state.FirstScaleIn), (read.Readings.Silence, read.FirstScaleIn));
        Assert.Equal(After, read.Readings.Silence.Count);
        Assert.Equivalent(state.OtherController, read.OtherController);
    }

    [Fact]
    public void A_state_without_it_has_the_bytes_of_before()
    {
        var state = Run(_ => false, load => load).State!;

        // The first scale-in is the first of the fields at the end: nothing follows the rest.
        Assert.Equal(
            ResourceStateFormat.Write(state).Length + 8,
            ResourceStateFormat.Write(state with { FirstScaleIn = new FirstScaleIn(7, 50) }).Length
        );
    }

    private static ClosedLoop Run(Func<int, bool> isSilent, Func<double, double> report, bool isGone = false) =>
        new ClosedLoop(Units).Run(
            Honest + After,
            (minute, units) =>
            {
                var connections = 3000 + (1000 * Math.Sin(minute * Math.Tau / 120));
                var quiet = TestResource.CreateReadings(connections, units);
                // Three times the traffic: 70 x inbound / 2 MB + 8 x connections / 1000, at a unit.
                var load = ((70 * connections * 1536 / 2e6) + (8 * connections / 1000)) / units;
                var readings = quiet with { InboundTraffic = quiet.InboundTraffic * 3, OutboundTraffic = quiet.OutboundTraffic * 3 };
                return isSilent(minute)
                    ? readings with
                    {
                        InboundTraffic = 0,
                        OutboundTraffic = 0,
                        MessageCount = 0,
                        ConnectionCount = isGone ? 0 : readings.ConnectionCount,
                        ConnectionQuotaUtilization = isGone ? 0 : readings.ConnectionQuotaUtilization,
                        ServerLoad = report(load),
                    }
                    : readings with
                    {
                        ServerLoad = load,
                    };
            }
        );

    private static bool IsSilent(Decision decision) =>
        decision.Reasons.Any(reason => reason.Text.Contains("Traffic has been exactly 0", StringComparison.Ordinal));
}
