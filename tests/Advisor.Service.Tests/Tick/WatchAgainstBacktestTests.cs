using Advisor.Azure;
using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Lab.Baselines;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.Replays;
using Advisor.Lab.Resources;
using Advisor.Lab.Scenarios;
using Advisor.Lab.Traces;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Tick;

/// <summary>
/// The service against the bench: ten hours of measured load under <c>advisor watch</c> in mode auto, with Resource Manager, Monitor and
/// changes over HTTP, and the same minutes of the same series with the same noise and the same delays in a backtest. Both know the day
/// before.
/// </summary>
public sealed class WatchAgainstBacktestTests
{
    private const int Before = 1440;
    private const int Watched = 600;

    // A Monday at six: a morning's rise and a day's peak lie in the ten hours.
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);

    [Fact]
    public async Task Ten_hours_under_watch_are_overloaded_at_most_as_long_as_in_a_backtest_of_the_same_series_and_seed_and_one_point_more()
    {
        var scenarios = CreateScenarios();
        var backtest = scenarios
            .Select(scenario => Replay.Run(scenario, new AdvisorPolicy(RuleSetLoader.Embedded, scenario, _ => new ResourceSettings())))
            .ToList();
        var time = new ManualTimeProvider(Start);
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = time,
                RegionalUnitQuota = -1,
                Resources = [.. scenarios.Select((s, i) => CreateSpec(s, backtest[i][Before]))],
            },
            TestContext.Current.CancellationToken
        );

        using var connection = AzureConnection.Create(
            new AzureOptions
            {
                Endpoint = azure.Endpoint,
                Settings = resource => GetSettings(resource, time.GetUtcNow()),
                Time = time,
            }
        );
        var loop = await CreateLoopAsync(connection, azure.SubscriptionId, time);
        for (var minute = 0; minute < Watched; minute++, time.Advance(TimeSpan.FromMinutes(1)))
        {
            var problems = (await loop.RunOnceAsync(TestContext.Current.CancellationToken)).Problems;
            Assert.True(problems.Count == 0, string.Join('\n', problems));
        }

        var (watched, replayed) = (0, 0);
        for (var i = 0; i < scenarios.Count; i++)
        {
            var resource = azure.Resources.Single(r => r.Name == GetName(scenarios[i]));
            var units = Enumerable.Range(0, Watched).Select(minute => resource.FindUnitsAt(Start.AddMinutes(minute))).ToArray();
            var (mine, bench) = (CountOverloaded(units, scenarios[i]), CountOverloaded(backtest[i][Before..], scenarios[i]));
            TestContext.Current.TestOutputHelper!.WriteLine(
                $"{resource.Name, -24} overloaded minutes of {Watched}: {mine, 3} watched, {bench, 3} in the backtest; "
                    + $"units {units.Sum():#,0} and {backtest[i][Before..].Sum():#,0}, "
                    + $"needed {scenarios[i].Required[Before..].Sum():#,0}"
            );
            Assert.True(
                mine <= bench + (0.01 * Watched),
                $"{resource.Name}: {mine} overloaded minutes under watch, {bench} in the backtest."
            );

            // Sizes that are far too large are never overloaded.
            Assert.True(
                units.Sum() <= 1.1 * backtest[i][Before..].Sum(),
                $"{resource.Name}: {units.Sum()} minutes of units under watch, {backtest[i][Before..].Sum()} in the backtest."
            );
            Assert.True(units.Distinct().Count() > 1, $"{resource.Name} kept its size.");
            watched += mine;
            replayed += bench;
        }

        TestContext.Current.TestOutputHelper!.WriteLine(
            $"together: {100.0 * watched / Watched / scenarios.Count:0.00} % watched, "
                + $"{100.0 * replayed / Watched / scenarios.Count:0.00} % in the backtest"
        );
        Assert.True(
            watched <= replayed + (0.01 * Watched * scenarios.Count),
            $"{watched} overloaded minutes under watch, {replayed} in the backtest."
        );
    }

    // As `advisor watch` puts it together; the clock is moved by hand.
    private static async Task<WatchLoop> CreateLoopAsync(AzureConnection connection, string subscription, TimeProvider time) =>
        new(
            new AdvisorService(
                new ServiceSetup
                {
                    Options = new ServiceOptions
                    {
                        Scope = new FleetScope { Subscriptions = [subscription] },
                        Mode = AdvisorMode.Auto,
                    },
                    State = await AdvisorState.OpenAsync(
                        new MemoryStateStore(),
                        1,
                        time.GetUtcNow(),
                        TestContext.Current.CancellationToken
                    ),
                    Fleet = connection.Fleet,
                    Metrics = connection.Metrics,
                    Rules = RuleSetLoader.Embedded,
                    FindSettings = GetSettings,
                },
                [new RecordingChannel()]
            ),
            time,
            _ => { }
        );

    private static ResourceSettings GetSettings(FleetResource resource, DateTimeOffset now) =>
        AdvisorConfiguration.CreateDefault(RuleSetLoader.Embedded).ResolveSettings(resource, now, TimeSpan.FromHours(48)).Settings;

    private static int CountOverloaded(int[] units, Scenario scenario) =>
        units.Index().Count(minute => minute.Item < scenario.Required[Before + minute.Index]);

    // A day and ten hours of each trace, from six in the morning of its fifth day on, in the days of the clock. No change takes half an
    // hour: the draw goes by the minute of asking, the service sees a minute later than the bench, and the luck of that minute would be
    // compared.
    private static List<Scenario> CreateScenarios() =>
        [
            .. from scenario in ScenarioBuilder.Build(CreateTraces(), new ScenarioOptions { Shapes = ["echo", "broadcast"], Days = 10 })
            let first = (int)(scenario.Start.AddDays(5).UtcDateTime.Date.AddHours(6) - scenario.Start.UtcDateTime).TotalMinutes
            let demand = scenario.Demand.Skip(first).Take(Before + Watched).ToList()
            select scenario with
            {
                Parameters = scenario.Parameters with { SlowChance = 0 },
                Start = Start.AddMinutes(-Before),
                Demand = demand,
                Required = Scenario.ComputeRequired(demand, scenario.Ladder),
                Profile = scenario.Profile with { Mode = ServiceMode.Serverless },
            },
        ];

    private static IEnumerable<Trace> CreateTraces()
    {
        foreach (
            var path in Directory
                .EnumerateFiles(RepositoryFiles.GetPath("tests", "scenarios", "traces"), "*.csv")
                .Order(StringComparer.Ordinal)
        )
        {
            using var reader = File.OpenText(path);
            yield return TraceReader.Read(reader, Path.GetFileNameWithoutExtension(path)).Trace!;
        }
    }

    // The client side only is counted in serverless mode, as on the bench.
    private static LocalResourceSpec CreateSpec(Scenario scenario, int units) =>
        new()
        {
            Name = GetName(scenario),
            Units = units,
            Region = scenario.Trace[..3].Replace("_", "", StringComparison.Ordinal) + "region",
            ServiceMode = ServiceMode.Serverless,
            Tags = new Dictionary<string, string>
            {
                ["advisor-workload"] = scenario.Shape == "echo" ? "echo:1:1024" : "broadcast:1:2048",
                ["advisor-billing"] = "prorated",
            },
            Load = new LocalLoad
            {
                Shape = LoadShape.Find(scenario.Shape)!,
                Law = scenario.Parameters,
                Series = new LocalSeries(
                    scenario.Start,
                    [.. scenario.Demand.Select(minute => minute.Connections)],
                    new SimulationDraws(scenario.Parameters, scenario.Seed)
                ),
            },
        };

    private static string GetName(Scenario scenario) => $"{scenario.Trace[..6].Replace('_', '-')}-{scenario.Shape}";
}
