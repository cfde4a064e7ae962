using Advisor.Core;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Lab.Resources;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Advice;

/// <summary>One size that a rule recommended, and what it cost to keep it.</summary>
/// <param name="Regret">Its objective over the days that followed, over that of the best constant size of those days; 1 or more.</param>
/// <param name="OverloadedShare">Share of the minutes that required more, 0 to 1.</param>
public sealed record AdviceRun(AdviceRule Rule, int Units, double Regret, double OverloadedShare);

/// <summary>All rules at one instant of a scenario.</summary>
/// <param name="At">When the advice is given and followed.</param>
/// <param name="BestUnits">The best constant size of the days that followed.</param>
public sealed record AdviceCase(string Trace, string Shape, DateTimeOffset At, int BestUnits, IReadOnlyList<AdviceRun> Runs);

/// <summary>
/// Measures advice that is acted on once: at seeded instants from day 14 on, a size is recommended from the 14 days before and kept for
/// the 7 days that follow. Removed units do not count, since one change is made in any case.
/// </summary>
public static class AdviceBacktest
{
    /// <summary>Minutes of the look-back.</summary>
    public const int PastMinutes = 14 * 1440;

    /// <summary>Minimum number of minutes that must follow, in a series too short for seven days.</summary>
    public const int MinFutureMinutes = 3 * 1440;

    private const int MaxFutureMinutes = 7 * 1440,
        FineMinutes = 60;

    /// <summary>Runs every rule at every instant, cases in parallel; the result does not depend on the number of threads.</summary>
    /// <param name="scenarios">Scenarios; those with less than 17 days have no instant.</param>
    /// <param name="instants">Instants of each scenario, 1 or more.</param>
    /// <param name="grainMinutes">
    /// Minutes of a bucket of the metrics, a divisor of 60: 1 as the service has seen them, 15 as <c>evaluate</c> reads two weeks.
    /// </param>
    /// <param name="prices">Prices of scenarios without prices of their own.</param>
    /// <param name="settings">Returns the settings of a scenario's resource at an instant; targets and bounds are in the scenario.</param>
    /// <param name="done">Called after each case, from any thread.</param>
    public static IReadOnlyList<AdviceCase> Run(
        RuleSet rules,
        IReadOnlyList<Scenario> scenarios,
        int instants,
        int grainMinutes,
        ObjectivePrices prices,
        Func<Scenario, DateTimeOffset, ResourceSettings> settings,
        Action? done,
        CancellationToken cancellation
    )
    {
        var cases = ListInstants(scenarios, instants);
        var results = new AdviceCase[cases.Count];
        Parallel.For(
            0,
            cases.Count,
            new ParallelOptions { CancellationToken = cancellation },
            i =>
            {
                results[i] = Run(rules, cases[i].Scenario, cases[i].Minute, grainMinutes, cases[i].Scenario.Prices ?? prices, settings);
                done?.Invoke();
            }
        );
        return results;
    }

    /// <summary>
    /// Draws the instants of all scenarios: the time with enough days on either side is cut into as many parts, one instant in each. Enough
    /// are all seven days that a size is kept, since a part of a week judges it by its weekend or by its workdays alone; three where a
    /// series ends before.
    /// </summary>
    public static IReadOnlyList<(Scenario Scenario, int Minute)> ListInstants(IReadOnlyList<Scenario> scenarios, int instants) =>
        [
            .. scenarios
                .Where(scenario => scenario.Minutes >= PastMinutes + MinFutureMinutes)
                .SelectMany(scenario =>
                {
                    var draws = new SeededNoise(scenario.Seed).Fork(PastMinutes);
                    var future = scenario.Minutes >= PastMinutes + MaxFutureMinutes ? MaxFutureMinutes : MinFutureMinutes;
                    var range = scenario.Minutes - PastMinutes - future + 1;
                    return Enumerable
                        .Range(0, instants)
                        .Select(i => (scenario, PastMinutes + (int)((i + draws.DrawUniform((ulong)i)) / instants * range)));
                }),
        ];

    private static AdviceCase Run(
        RuleSet rules,
        Scenario scenario,
        int minute,
        int grainMinutes,
        ObjectivePrices prices,
        Func<Scenario, DateTimeOffset, ResourceSettings> settings
    )
    {
        var futureMinutes = Math.Min(MaxFutureMinutes, scenario.Minutes - minute);
        var ladder = scenario.FindAllowedSizes(minute, futureMinutes);
        var past = new AdvicePast(
            [.. Enumerable.Range(minute - PastMinutes, PastMinutes).Select(i => scenario.Demand[i].ComputeRequiredUnits(scenario.Targets))],
            ladder
        );
        var future = scenario.Required.AsSpan(minute, futureMinutes).ToArray();
        double ComputeScore(int units) =>
            future.Sum(required => (prices.Unit * units) + (units < required ? prices.Overload * required : 0));

        var best = ladder.Steps.MinBy(ComputeScore);
        var start = past.FindUnits(1, 1);
        var (byMinute, recommended) = SelectSizes(rules, scenario, minute, start, grainMinutes, settings);
        return new AdviceCase(
            scenario.Trace,
            scenario.Shape,
            scenario.Start.AddMinutes(minute),
            best,
            [
                .. AdviceRule.All.Select(rule =>
                {
                    var units = rule.SelectUnits?.Invoke(past) ?? (rule.Name == "minute" ? byMinute : recommended);
                    return new AdviceRun(
                        rule,
                        units,
                        ComputeScore(units) / ComputeScore(best),
                        future.Count(required => units < required) / (double)future.Length
                    );
                }),
            ]
        );
    }

    /// <summary>
    /// Returns what Advisor decides for the minute, and what it recommends to a person, from the metrics of 14 days, the last hour by the
    /// minute, of a resource whose size was the peak of those days.
    /// </summary>
    private static (int ByMinute, int Recommended) SelectSizes(
        RuleSet rules,
        Scenario scenario,
        int minute,
        int units,
        int grain,
        Func<Scenario, DateTimeOffset, ResourceSettings> settings
    )
    {
        var first = minute - PastMinutes;
        var resource = new SimulatedResource(i => scenario.Demand[first + i], scenario.Parameters, scenario.Ladder, units, scenario.Seed);
        var readings = new MetricReadings[PastMinutes];
        for (var i = 0; i < PastMinutes; i++)
        {
            readings[i] = resource.GetReadings(i);
            resource.Advance();
        }

        var start = scenario.Start.AddMinutes(first);
        var template = scenario.CreateObservation(start, units, settings(scenario, scenario.Start.AddMinutes(minute)));
        var coarse = Enumerable
            .Range(0, (PastMinutes - FineMinutes) / grain)
            .Select(i => CreateBucket(start.AddMinutes(i * grain), readings.AsSpan(i * grain, grain)));
        ResourceState? state = HistoryBackfill.BuildState(rules, template, coarse);
        for (var i = PastMinutes - FineMinutes; i < PastMinutes - 1; i++)
        {
            var seen = template with { Time = start.AddMinutes(i), Readings = readings[i] };
            state = ScalingAdvisor.Decide(rules, seen, state, seen.Time + rules.Policy.MetricLag).State;
        }

        int Decide(SteadyAdvice steady)
        {
            var last = template with { Time = start.AddMinutes(PastMinutes - 1), Readings = readings[^1], Steady = steady };
            return ScalingAdvisor.Decide(rules, last, state, last.Time + rules.Policy.MetricLag).Decision?.Units
                ?? throw new InvalidOperationException($"{template.ResourceId} at {last.Time:u} has no decision.");
        }

        return (Decide(SteadyAdvice.None), Decide(SteadyAdvice.Always));
    }

    // As Azure Monitor gives them: the maximum of percentages and connections, the total of bytes and messages.
    private static HistorySample CreateBucket(DateTimeOffset start, ReadOnlySpan<MetricReadings> minutes)
    {
        var (load, connections, quota, inbound, outbound, messages) = (0.0, 0.0, 0.0, (double?)0.0, (double?)0.0, (double?)0.0);
        foreach (var minute in minutes)
        {
            load = Math.Max(load, minute.ServerLoad ?? 0);
            connections = Math.Max(connections, minute.ConnectionCount ?? 0);
            quota = Math.Max(quota, minute.ConnectionQuotaUtilization ?? 0);
            inbound += minute.InboundTraffic;
            outbound += minute.OutboundTraffic;
            messages += minute.MessageCount;
        }

        return new(start, TimeSpan.FromMinutes(minutes.Length), new(load, connections, quota, inbound, outbound, messages));
    }
}
