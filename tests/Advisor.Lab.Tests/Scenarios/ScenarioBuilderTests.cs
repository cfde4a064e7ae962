using Advisor.Core.Capacity;
using Advisor.Lab.Resources;
using Advisor.Lab.Scenarios;
using Advisor.Lab.Traces;

namespace Advisor.Lab.Tests.Scenarios;

public class ScenarioBuilderTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Each_trace_gives_four_scenarios_scaled_to_the_peak_of_their_shape()
    {
        var scenarios = ScenarioBuilder.Build([CreateWave("wave", 4)], new ScenarioOptions());
        Assert.Equal(["echo", "chatty", "broadcast", "smallgroup"], scenarios.Select(s => s.Shape));
        Assert.Equal([8, 8, 45, 45], scenarios.Select(s => s.PeakUnits!.Value));
        Assert.All(
            scenarios,
            s => Assert.Equal(s.PeakUnits!.Value, ScenarioBuilder.Quantile([.. s.Demand.Select(d => d.RequiredUnits)], 0.999), 6)
        );
    }

    [Fact]
    public void Required_units_are_the_smallest_step_that_keeps_every_limit()
    {
        var ladder = SimulatedResource.StandardLadder;
        // Up to 900 connections a unit: beyond 1,000 Azure refuses clients.
        MinuteDemand[] demand = [new(0, 2700, 0, 0), new(0, 2701, 0, 0), new(70 * 10.5, 0, 0, 0), new(0, 0, 0, 0, 10_001), default];
        Assert.Equal([3, 4, 20, 100, 1], Scenario.ComputeRequired(demand, ladder));
    }

    [Fact]
    public void Required_units_are_those_of_the_targets_that_are_in_force()
    {
        // At 50 % of 1,000 connections 2,700 require 6; at a load of 35, 350 require 10; half of 200 routed a second, 4 for 400.
        var targets = new TargetUtilizations(new(0.35), new(0.5), new(1), new(1), new(0.5));
        MinuteDemand[] demand = [new(0, 2700, 0, 0), new(350, 0, 0, 0), new(0, 0, 0, 0, 400), new(0, 0, 0, 0, 5_001)];
        var scenario = ScenarioBuilder.Build([CreateWave("wave", 4)], new ScenarioOptions { Shapes = ["echo"] })[0];

        Assert.Equal([6, 10, 4, 100], (scenario with { Demand = demand }).WithTargets(targets).Required);
    }

    [Fact]
    public void A_trace_of_less_than_three_days_or_without_a_value_gives_none()
    {
        var silent = new Trace("silent", [Start, Start.AddDays(9)], [0, 0]);
        Assert.Empty(ScenarioBuilder.Build([CreateWave("short", 2.9), silent], new ScenarioOptions()));
        Assert.Empty(ScenarioBuilder.Build([CreateWave("long", 10)], new ScenarioOptions { FromDay = 8 }));
    }

    [Fact]
    public void Minute_noise_has_the_standard_deviation_asked_for_and_repeats()
    {
        var flat = new Trace("flat", [Start, Start.AddDays(5)], [100, 100]);
        var options = new ScenarioOptions { MinuteNoise = 0.03, Shapes = ["echo"] };
        var one = Assert.Single(ScenarioBuilder.Build([flat], options));
        var again = Assert.Single(ScenarioBuilder.Build([flat], options));
        Assert.Equal(one.Demand, again.Demand);

        var needs = one.Demand.Select(d => d.Connections).ToList();
        var mean = needs.Average();
        Assert.Equal(0.03, Math.Sqrt(needs.Average(n => (n / mean - 1) * (n / mean - 1))), 0.002);
    }

    [Fact]
    public void A_varied_run_draws_other_laws_from_the_listed_values_and_the_same_for_the_same_seed()
    {
        var laws = Enumerable.Range(0, 400).Select(i => SimulationParameters.Draw(1, i)).ToList();
        Assert.Equal([55, 65, 70, 80], laws.Select(l => l.CpuLoad).Distinct().Order());
        Assert.Equal([4, 8, 15], laws.Select(l => l.ConnectionLoad).Distinct().Order());
        Assert.Equal([0.5, 1, 2], laws.Select(l => l.NoiseSd).Distinct().Order());
        Assert.Equal([1, 2, 3, 4], laws.Select(l => l.LagMinutes).Distinct().Order());
        Assert.Equal([0, 0.02, 0.05], laws.Select(l => l.SlowChance).Distinct().Order());
        Assert.Equal(laws, Enumerable.Range(0, 400).Select(i => SimulationParameters.Draw(1, i)));
        Assert.NotEqual(laws, Enumerable.Range(0, 400).Select(i => SimulationParameters.Draw(2, i)));
    }

    [Fact]
    public void A_quantile_lies_linear_between_ranks()
    {
        // Ranks 0..4; 0.9 of 4 = 3.6: 40 + 0.6 x 10 = 46.
        Assert.Equal(46, ScenarioBuilder.Quantile([30, 10, 50, 20, 40], 0.9), 9);
    }

    private static Trace CreateWave(string name, double days)
    {
        var times = Enumerable.Range(0, (int)(days * 24) + 1).Select(h => Start.AddHours(h)).ToList();
        return new Trace(name, times, [.. times.Select(t => 60 + 40 * Math.Sin(t.Hour * Math.PI / 12))]);
    }
}
