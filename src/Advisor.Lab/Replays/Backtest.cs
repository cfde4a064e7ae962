using Advisor.Core.Settings;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Replays;

/// <summary>Result of one policy on one scenario.</summary>
/// <param name="Units">Units in force by minute, from the first scored minute on; null when they were not stored.</param>
public sealed record PolicyRun(PolicyEntry Policy, Score Score, int[]? Units);

/// <summary>Results of all policies on one scenario, in the requested order.</summary>
public sealed record ScenarioResult(Scenario Scenario, IReadOnlyList<PolicyRun> Runs);

/// <summary>Replays scenarios under policies, scenarios in parallel on all cores. Results do not depend on the number of threads.</summary>
public static class Backtest
{
    /// <param name="prices">Prices for scenarios without prices of their own.</param>
    /// <param name="policies">Policies to run: baselines, Advisor and the best plan.</param>
    /// <param name="keepUnits">Whether to store the units of every minute for a chart.</param>
    /// <param name="done">Called after each replay, from any thread.</param>
    /// <returns>One result per scenario, in their order.</returns>
    public static IReadOnlyList<ScenarioResult> Run(
        IReadOnlyList<Scenario> scenarios,
        IReadOnlyList<PolicyEntry> policies,
        ObjectivePrices prices,
        bool keepUnits,
        Action? done,
        CancellationToken cancellation
    )
    {
        var results = new ScenarioResult[scenarios.Count];
        Parallel.For(
            0,
            scenarios.Count,
            new ParallelOptions { CancellationToken = cancellation },
            i =>
            {
                results[i] = Run(scenarios[i], policies, prices, keepUnits, done, cancellation);
            }
        );
        return results;
    }

    private static ScenarioResult Run(
        Scenario scenario,
        IReadOnlyList<PolicyEntry> policies,
        ObjectivePrices prices,
        bool keepUnits,
        Action? done,
        CancellationToken cancellation
    )
    {
        prices = scenario.Prices ?? prices;
        var required = scenario.Required.AsSpan(Scenario.WarmUpMinutes);
        UnitBounds[] bounds = [.. scenario.Bounds?.Skip(Scenario.WarmUpMinutes) ?? []];
        var best = BestPlan.Compute(required, scenario.Ladder, prices, bounds);
        var runs = new List<PolicyRun>(policies.Count);
        foreach (var policy in policies)
        {
            cancellation.ThrowIfCancellationRequested();
            var units = policy.Create is { } create ? Replay.Run(scenario, create(scenario))[Scenario.WarmUpMinutes..] : best.Units;
            runs.Add(new PolicyRun(policy, Score.Compute(units, required, prices, best.Cost), keepUnits ? units : null));
            done?.Invoke();
        }

        return new ScenarioResult(scenario, runs);
    }
}
