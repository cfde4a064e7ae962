using Advisor.Simulation.Scenarios;

namespace Advisor.Simulation.Baselines;

/// <summary>One size for all of the replay, chosen with hindsight: for comparison only.</summary>
public sealed class StaticSize(int units) : ISizingPolicy
{
    /// <summary>The size that never overloads, where one exists.</summary>
    public static StaticSize ForPeak(Scenario scenario) => new(scenario.Required.Max());

    /// <summary>The size for the 99 % quantile of what is required.</summary>
    public static StaticSize ForQuantile99(Scenario scenario)
    {
        var needed = ScenarioBuilder.Quantile(Array.ConvertAll(scenario.Required, r => (double)r), 0.99);
        return new StaticSize(scenario.Ladder[scenario.Ladder.IndexAtLeast(needed)]);
    }

    public int ChooseUnits(in MinuteView view) => units;
}
