using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Lab.Resources;
using Advisor.Lab.Scenarios;
using Advisor.Lab.Traces;

namespace Advisor.Lab.Tests.Scenarios;

public class MeasuredScenarioTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Demand_is_load_times_the_units_that_connections_and_quota_show()
    {
        // 4,210 connections at 84.2 % are 5 units; a load of 63 at 5 units would be 315 at one, and needs 315 / 70 = 4.5: 5 units.
        var scenario = Build(new MetricReadings(63, 4210, 84.2, 600, 1200), unitsElse: null).Scenario!;
        Assert.Equal(new MinuteDemand(315, 4210, 600, 1200), scenario.Demand[100]);
        Assert.Equal(5, scenario.Required[100]);
        Assert.Equal(4 * 1440, scenario.Minutes);
        Assert.Equal(0, scenario.Parameters.NoiseSd);
    }

    [Fact]
    public void A_load_of_an_unknown_size_is_refused_and_a_size_given_is_taken()
    {
        Assert.Contains("add a units column or --units N", Build(new MetricReadings(63, 4210), null).Problem);
        Assert.Equal(63 * 20, Build(new MetricReadings(63, 4210), 20).Scenario!.Demand[0].LoadAtOneUnit);
    }

    [Fact]
    public void Traffic_that_was_not_exported_stays_missing_and_is_not_zero()
    {
        var scenario = Build(new MetricReadings(63, 4210, 84.2), null).Scenario!;
        Assert.Null(scenario.Demand[0].InboundBytes);
        Assert.Null(scenario.CreateResource().GetReadings(0).InboundTraffic);
    }

    [Fact]
    public void A_metric_that_is_missing_throughout_is_named() =>
        Assert.Equal("chat: ConnectionCount is missing throughout; both are needed.", Build(new MetricReadings(63), 5).Problem);

    [Fact]
    public void Less_than_three_days_are_too_few()
    {
        var series = new MeasuredSeries("chat", ServiceKind.SignalR, [new(Start, 1, new(1, 1)), new(Start.AddDays(1), 1, new(1, 1))]);
        var reading = MeasuredScenario.Build(series, null, null, SimulatedResource.StandardLadder, new ScenarioOptions());
        Assert.Equal("chat: only 1 days; a replay needs three, of which the first two are not scored.", reading.Problem);
    }

    private static ScenarioReading Build(MetricReadings readings, int? unitsElse)
    {
        var samples = Enumerable.Range(0, 4 * 24 + 1).Select(h => new MeasuredSample(Start.AddHours(h), null, readings)).ToList();
        return MeasuredScenario.Build(
            new MeasuredSeries("chat", ServiceKind.SignalR, samples),
            unitsElse,
            null,
            SimulatedResource.StandardLadder,
            new ScenarioOptions()
        );
    }
}
