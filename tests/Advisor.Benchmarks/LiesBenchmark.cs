using System.Globalization;
using Advisor.Configuration.Rules;
using Advisor.Core;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Lab.Scenarios;
using Advisor.Lab.Traces;

namespace Advisor.Benchmarks;

/// <summary>
/// Metrics that lie, for an hour, a day and for good, from the fourth day on: the largest size, the unit-hours that are missing, and the
/// alert, against the same load with honest metrics. 2,000 to 8,000 connections in a wave of a day with one of 50 minutes on it, in three
/// shapes of traffic: the worst of them.
/// </summary>
internal static class LiesBenchmark
{
    private const int Days = 7,
        Begin = (3 * 1440) + 540;

    // The wave rises from 2 to 8 units; the largest honest size is a step or two above.
    private const double Middle = 5000,
        Wave = 2700,
        Ripple = 300,
        Peak = 8;

    private static readonly string[] Shapes = ["echo", "broadcast", "smallgroup"];

    public static Benchmark Benchmark { get; } =
        new("lies", "Metrics that lie for an hour, a day and for good: sizes, missing units, alerts.", _ => Task.FromResult(Run()));

    private static int Run()
    {
        List<Scenario> scenarios = [.. Shapes.Select(CreateScenario)];
        var honest = scenarios.ConvertAll(scenario => Replay(scenario, null, 0));
        foreach (var (shape, run) in Shapes.Zip(honest))
        {
            Print($"honest, {shape}: sizes to {run.MaxUnits}, {run.MissingHours:0.0} unit-hours missing, alerts: {List(run.Alerts)}");
        }

        Print($"{"lie", -26} {"for", -6} {"largest", 8} {"missing", 8} {"paid", 6}  alert");
        var all = true;
        foreach (var lie in Lie.All)
        {
            foreach (var (name, minutes) in new[] { ("1 h", 60), ("1 day", 1440), ("good", Days * 1440) })
            {
                var runs = scenarios.ConvertAll(scenario => Replay(scenario, lie, minutes));
                var isOneStep = runs.Zip(honest, scenarios)
                    .All(pair => pair.First.MaxUnits <= pair.Third.Ladder.FindNext(pair.Second.MaxUnits));
                all &= isOneStep;
                var (largest, missing) = (runs.Max(run => run.MaxUnits), runs.Max(run => run.MissingHours));
                var paid = runs.Zip(honest).Max(pair => pair.First.PaidHours / pair.Second.PaidHours);
                var alerts = List(runs.SelectMany(run => run.Alerts)) + (isOneStep ? "" : "  MORE THAN ONE STEP");
                Print($"{lie.Name, -26} {name, -6} {largest, 8} {missing, 8:0.0} {paid, 6:0.00}  {alerts}");
            }
        }

        return all ? 0 : 1;
    }

    private static Scenario CreateScenario(string shape)
    {
        var start = new DateTimeOffset(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);
        var minutes = Enumerable.Range(0, (Days * 1440) + 1).ToList();
        var trace = new Trace(
            "wave",
            [.. minutes.Select(minute => start.AddMinutes(minute))],
            [
                .. minutes.Select(minute =>
                    Middle - (Wave * Math.Cos(minute * Math.Tau / 1440)) + (Ripple * Math.Sin(minute * Math.Tau / 50))
                ),
            ]
        );
        return ScenarioBuilder.Build([trace], new() { Shapes = [shape], PeakUnits = [Peak] }).Single();
    }

    private static Outcome Replay(Scenario scenario, Lie? lie, int length)
    {
        var (rules, resource) = (RuleSetLoader.Embedded, scenario.CreateResource());
        var subject = new AlertSubject(AlertSubjectKind.Resource, "wave", "wave", "", null);
        var (state, alerts, fired) = (default(ResourceState), ResourceAlerts.Empty, new SortedSet<string>(StringComparer.Ordinal));
        var (missing, paid, highest, last) = (0.0, 0.0, 0, default(MetricReadings));
        for (var minute = 0; minute < scenario.Minutes; minute++)
        {
            if (resource.NewestVisible is >= 0 and var at)
            {
                var isLying = lie is not null && at >= Begin && at < Begin + length;
                var readings = resource.GetReadings(at);
                last = isLying ? last : readings;
                var now = scenario.Start.AddMinutes(minute);
                var observation = CreateObservation(scenario, at, resource.Units, resource.ChangeInProgress) with
                {
                    Readings = isLying ? lie!.Report(readings, last) : readings,
                };
                var outcome = ScalingAdvisor.Decide(rules, observation, state, now);
                state = outcome.State;
                var decision = outcome.Decision ?? throw new InvalidOperationException($"{outcome.Problem}");
                (alerts, var events) = AdvanceAlerts(rules, subject, alerts, decision, observation, now);
                fired.UnionWith(
                    events.Where(alert => minute >= Begin && alert.Kind == AlertEventKind.Fired).Select(alert => alert.Condition)
                );
                resource.RequestUnits(decision.Units);
            }

            if (minute >= Begin)
            {
                highest = Math.Max(highest, resource.Units);
                paid += resource.Units / 60.0;
                missing += Math.Max(0, scenario.Required[minute] - resource.Units) / 60.0;
            }

            resource.Advance();
        }

        return new(highest, missing, paid, fired);
    }

    private static (ResourceAlerts Alerts, IReadOnlyList<AlertEvent> Events) AdvanceAlerts(
        RuleSet rules,
        AlertSubject subject,
        ResourceAlerts alerts,
        Decision decision,
        Observation observation,
        DateTimeOffset now
    )
    {
        var facts = new AlertFacts
        {
            UnitsInForce = observation.Units,
            ChangeInProgress = observation.ChangeInProgress,
            ActsByItself = true,
        };
        var seen = alerts.Observe(rules.Alerts, new MinuteSample(observation.Time, observation.Readings));
        var step = seen.Advance(rules, subject, decision, facts, AlertSuppression.None, now);
        return (step.State, step.Events);
    }

    private static Observation CreateObservation(Scenario scenario, int minute, int units, bool isChanging) =>
        new()
        {
            ResourceId = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/wave",
            Time = scenario.Start.AddMinutes(minute),
            Service = scenario.Profile.Service,
            ServiceMode = scenario.Profile.Mode,
            Sku = scenario.Profile.Sku,
            Units = units,
            CountsServerLeg = scenario.Profile.CountsServerLeg,
            ChangeInProgress = isChanging,
            Settings = new ResourceSettings
            {
                Mode = AdvisorMode.Auto,
                Billing = BillingModel.Prorated,
                Workload = scenario.Workload,
            },
        };

    private static string List(IEnumerable<string> alerts) =>
        string.Join(", ", alerts.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)) is { Length: > 0 } list ? list : "none";

    private static void Print(FormattableString line) => Console.Out.WriteLine(FormattableString.Invariant(line));

    private sealed record Outcome(int MaxUnits, double MissingHours, double PaidHours, IReadOnlySet<string> Alerts);
}
