using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Readings;

/// <summary>3,000 connections at 4 units (75 % of their quota): one reading moves nothing far.</summary>
public class ReadingCheckTests
{
    private const int Connections = 3000,
        Units = 4,
        At = 120;
    private static readonly ResourceSettings Settings = TestResource.Settings with { MinUnits = Units };

    public sealed record Row(string Sentence, Func<MetricReadings, MetricReadings> Wrong, string Code)
    {
        public override string ToString() => Sentence;
    }

    public static TheoryData<Row> Rows { get; } =
    [
        new Row(
            "60,000 connections while their quota metric says 75 %",
            r => r with { ConnectionCount = 60_000 },
            ReasonCodes.SuspectReading
        ),
        new Row(
            "60,000 connections without a quota metric",
            r => r with { ConnectionCount = 60_000, ConnectionQuotaUtilization = null },
            ReasonCodes.SuspectReading
        ),
        new Row(
            "A quota metric of 5,000 % while the count is as ever",
            r => r with { ConnectionQuotaUtilization = 5000 },
            ReasonCodes.SuspectReading
        ),
        new Row(
            "60,000 connections with a quota metric that agrees",
            r => r with { ConnectionCount = 60_000, ConnectionQuotaUtilization = 1500 },
            ReasonCodes.UnconfirmedJump
        ),
        new Row("Outbound traffic times 100", r => r with { OutboundTraffic = 100 * r.OutboundTraffic }, ReasonCodes.SuspectReading),
        new Row("Inbound traffic times 100", r => r with { InboundTraffic = 100 * r.InboundTraffic }, ReasonCodes.SuspectReading),
        new Row(
            "Outbound traffic and its pieces times 100",
            r => r with { OutboundTraffic = 100 * r.OutboundTraffic, MessageCount = 100 * r.MessageCount },
            ReasonCodes.UnconfirmedJump
        ),
        new Row(
            "All traffic times 100",
            r => r with { InboundTraffic = 100 * r.InboundTraffic, OutboundTraffic = 100 * r.OutboundTraffic },
            ReasonCodes.SuspectReading
        ),
    ];

    [Theory]
    [MemberData(nameof(Rows))]
    public void One_wrong_minute_changes_no_size_then_or_later(Row row)
    {
        var loop = new ClosedLoop(Units, Settings).Run(
            2 * At,
            (minute, units) =>
                minute == At ? row.Wrong(TestResource.CreateReadings(Connections, units)) : TestResource.CreateReadings(Connections, units)
        );

        Assert.Equal([Units], loop.Sizes);
        var times = loop
            .Decisions.Where(decision => decision.Reasons.Any(reason => reason.Code == row.Code))
            .Select(decision => decision.Time);
        Assert.Equal([TestResource.Start.AddMinutes(At)], times);
        // What was not believed is not remembered either: 3.33 units (3,000 / 0.9) at the most, a tenth more where a forecast is wanting.
        Assert.InRange(loop.Decisions.Max(decision => decision.Forecast.Max(quantiles => quantiles.High)), 3, 3.7);
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void Every_tenth_minute_wrong_changes_no_size_either(Row row)
    {
        var loop = new ClosedLoop(Units, Settings).Run(
            600,
            (minute, units) =>
                minute >= At && minute % 10 == 0
                    ? row.Wrong(TestResource.CreateReadings(Connections, units))
                    : TestResource.CreateReadings(Connections, units)
        );

        Assert.Equal([Units], loop.Sizes);
    }

    [Fact]
    public void A_count_that_contradicts_its_quota_for_an_hour_is_not_followed()
    {
        var loop = new ClosedLoop(Units, Settings).Run(
            At + 60,
            (minute, units) =>
                TestResource.CreateReadings(Connections, units) with
                {
                    ConnectionCount = minute >= At ? 60_000 : Connections,
                }
        );

        Assert.Equal([Units], loop.Sizes);
    }

    public static TheoryData<Row> Contradictions { get; } =
    [
        new Row("a quota metric of 0", r => r with { ConnectionQuotaUtilization = 0 }, ""),
        new Row("a quota metric of a tenth", r => r with { ConnectionQuotaUtilization = r.ConnectionQuotaUtilization / 10 }, ""),
        new Row("a quota metric times 10", r => r with { ConnectionQuotaUtilization = r.ConnectionQuotaUtilization * 10 }, ""),
        new Row("a count of 0", r => r with { ConnectionCount = 0 }, ""),
        new Row("a tenth of the count", r => r with { ConnectionCount = r.ConnectionCount / 10 }, ""),
        new Row("ten times the count", r => r with { ConnectionCount = r.ConnectionCount * 10 }, ""),
    ];

    [Theory]
    [MemberData(nameof(Contradictions))]
    public void Connections_that_grow_are_followed_whichever_of_their_two_metrics_is_wrong(Row row)
    {
        // 30 more a minute for 300 minutes, from 3,000 to 12,000 connections: 12 units, and 10 are followed by 20. In the minute
        // after that change the quota metric may stand for twice as many.
        var loop = new ClosedLoop(Units, Settings).Run(
            At + 360,
            (minute, units) =>
            {
                var honest = TestResource.CreateReadings(Connections + (30 * Math.Clamp(minute - At, 0, 300)), units);
                return minute >= At ? row.Wrong(honest) : honest;
            }
        );

        Assert.Equal(20, loop.Units);
        Assert.Equal(12, loop.Decisions[^1].RequiredUnits[Limit.Connections]!.Value, 0.01);
        Assert.DoesNotContain(loop.Decisions, decision => decision.Action == ScalingAction.ScaleIn);
    }

    [Fact]
    public void A_minute_without_a_count_does_not_make_a_wrong_quota_metric_believed()
    {
        // As above with a quota metric of a tenth, and a count that is missing in one minute, half an hour after the lie began.
        var loop = new ClosedLoop(Units, Settings).Run(
            At + 360,
            (minute, units) =>
            {
                var honest = TestResource.CreateReadings(Connections + (30 * Math.Clamp(minute - At, 0, 300)), units);
                return honest with
                {
                    ConnectionCount = minute == At + 30 ? null : honest.ConnectionCount,
                    ConnectionQuotaUtilization = minute >= At ? honest.ConnectionQuotaUtilization / 10 : honest.ConnectionQuotaUtilization,
                };
            }
        );

        Assert.Equal(20, loop.Units);
        Assert.Equal(12, loop.Decisions[^1].RequiredUnits[Limit.Connections]!.Value, 0.01);
    }

    [Fact]
    public void A_count_of_0_is_not_believed_after_a_change_of_size_either()
    {
        // 9,000 connections are 90 % of 10 units and 45 % of 20, which is taken for 45 % of 10 while the minute before the change is read.
        var (state, required) = (TestResource.BuildState(At, _ => 9000, 10), new List<double?>());
        for (var minute = At; minute < At + 5; minute++)
        {
            var observation = TestResource.CreateObservation(minute, 9000, 20);
            var next = TestResource.Decide(observation with { Readings = observation.Readings with { ConnectionCount = 0 } }, state);
            state = next.State!;
            required.Add(next.Decision!.RequiredUnits[Limit.Connections]);
        }

        Assert.Equal([4.5, 4.5, 9, 9, 9], required);
    }

    [Fact]
    public void The_sentence_of_a_suspect_count_names_both_metrics()
    {
        var state = TestResource.BuildState(At, _ => Connections, Units);
        var observation = TestResource.CreateObservation(At, Connections, Units);

        var decision = TestResource
            .Decide(observation with { Readings = observation.Readings with { ConnectionCount = 60_000 } }, state)
            .Decision!;

        Assert.Contains(
            "60,000 connections contradict their quota metric of 75 %, which means 3,000 at 4 units: Advisor takes 3,000. "
                + "The other metrics decide, and Advisor does not scale in.",
            decision.Reasons.Select(reason => reason.Text)
        );
        Assert.Equal(DataState.SuspectMetric, decision.DataState);
    }

    [Fact]
    public void A_real_jump_is_in_force_within_seven_minutes()
    {
        // From minute 120 on 12,000 connections live where 3,000 did. Visible after 2 minutes, confirmed after 3, in force after 7.
        var loop = new ClosedLoop(Units, Settings);
        while (loop.Units == Units)
        {
            loop.Run(1, (minute, units) => TestResource.CreateReadings(minute >= At ? 12_000 : Connections, units));
        }

        Assert.Equal(20, loop.Units);
        Assert.Equal(At + 7, loop.Minute - 1);
    }

    [Fact]
    public void Of_two_high_readings_the_lower_one_counts()
    {
        // 60,000 and then 8,000: 8.9 units are needed, not 67.
        var loop = new ClosedLoop(Units, Settings).Run(
            At + 20,
            (minute, units) =>
                TestResource.CreateReadings(
                    minute < At ? Connections
                        : minute == At ? 60_000
                        : 8000,
                    units
                )
        );

        Assert.InRange(loop.Decisions.Max(decision => decision.Units), 8, 10);
    }

    [Fact]
    public void Two_steps_of_the_ladder_need_no_second_reading()
    {
        var state = TestResource.BuildState(At, _ => Connections, Units);

        // 5,200 connections: 5.2 or 5.8 units, 6 are two steps above 4.
        Assert.Equal(ScalingAction.ScaleOut, TestResource.Decide(TestResource.CreateObservation(At, 5200, Units), state).Decision!.Action);
    }

    [Fact]
    public void Metrics_of_the_size_before_a_change_are_not_suspect()
    {
        var loop = new ClosedLoop(Units, Settings).Run(
            300,
            (minute, units) => TestResource.CreateReadings(minute < At ? Connections : 5000, units)
        );

        var codes = loop.Decisions.SelectMany(decision => decision.Reasons).Select(reason => reason.Code).Distinct().ToList();
        Assert.DoesNotContain(ReasonCodes.SuspectReading, codes);
        Assert.DoesNotContain(ReasonCodes.UnconfirmedJump, codes);
        Assert.True(loop.Units > Units);
    }
}
