using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Baselines;

/// <summary>A constant size for the whole replay, chosen with hindsight; for comparison only.</summary>
public sealed class StaticSize(int units) : ISizingPolicy
{
    /// <summary>Returns the smallest size that is never overloaded, where one exists.</summary>
    public static StaticSize FromPeak(Scenario scenario) => new(scenario.Required.Max());

    /// <summary>Returns the size for the 99 % quantile of the required units.</summary>
    public static StaticSize FromQuantile99(Scenario scenario)
    {
        var needed = ScenarioBuilder.Quantile(Array.ConvertAll(scenario.Required, r => (double)r), 0.99);
        return new StaticSize(scenario.Ladder[scenario.Ladder.FindIndexAtLeast(needed)]);
    }

    public int SelectUnits(in MinuteView view) => units;
}
