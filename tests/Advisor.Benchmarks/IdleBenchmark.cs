using Advisor.Azure;
using Advisor.Configuration.Rules;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Lab.Resources;
using Advisor.Service;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tick;

namespace Advisor.Benchmarks;

/// <summary>
/// What polling idle resources less often saves: calls for metrics and state of a fleet of which nine in ten are idle, against polling all
/// every minute.
/// </summary>
internal static class IdleBenchmark
{
    private const int WarmUpTicks = 6;
    private const int Ticks = 10;

    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);

    public static Benchmark Benchmark { get; } =
        new(
            "idle",
            "Calls saved by looking at idle resources every few minutes, nine in ten of a fleet: [RESOURCES, default 10000]",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var resources = args.Length > 0 ? int.Parse(args[0]) : 10_000;
        var policy = RuleSetLoader.Embedded.Policy;
        var often = await CountAsync(
            resources,
            RuleSetLoader.Embedded with
            {
                Policy = policy with { IdlePollInterval = TimeSpan.FromMinutes(1) },
            }
        );
        var seldom = await CountAsync(resources, RuleSetLoader.Embedded);
        Print($"{resources:#,0} resources, nine in ten idle, mean of {Ticks} minutes after {WarmUpTicks}");
        Print($"{"idle ones polled", -22}  {"evaluations", 8}  {"metric calls", 12}  {"calls to the state", 18}");
        Print($"{"every minute", -22}  {often.Evaluations, 8:#,0}  {often.Metrics, 12:#,0.0}  {often.State, 18:#,0}");
        Print(
            $"{$"every {policy.IdlePollInterval.TotalMinutes:0} minutes", -22}  {seldom.Evaluations, 8:#,0}  {seldom.Metrics, 12:#,0.0} "
                + $" {seldom.State, 18:#,0}"
        );
        Print(
            $"{"saved", -22}  {1 - (seldom.Evaluations / often.Evaluations), 8:P0}  {1 - (seldom.Metrics / often.Metrics), 12:P0}  "
                + $"{1 - (seldom.State / often.State), 18:P0}"
        );
        return 0;
    }

    private static async Task<(double Evaluations, double Metrics, double State)> CountAsync(int resources, RuleSet rules)
    {
        var clock = new ManualTimeProvider(Start);
        await using var local = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = clock,
                Resources = [.. LocalScenario.CreateMany(resources, regions: 4).Select(WithMostlyIdleLoad)],
                RegionalUnitQuota = -1,
            }
        );
        using var azure = AzureConnection.Create(new AzureOptions { Endpoint = local.Endpoint, Time = clock });
        var (store, metrics) = (new CountingStore(new MemoryStateStore()), new CountingMetrics(azure.Metrics));
        var dependencies = new ServiceSetup
        {
            Options = new ServiceOptions
            {
                Scope = new FleetScope { Subscriptions = [local.SubscriptionId] },
                HistoryBackfill = TimeSpan.Zero,
            },
            State = await AdvisorState.OpenAsync(store, AdvisorState.SharedBuckets, Start, CancellationToken.None),
            Fleet = azure.Fleet,
            Metrics = metrics,
            Rules = rules,
        };
        var loop = new WatchLoop(new AdvisorService(dependencies, [new CountingChannel()]), clock, _ => { });
        await TickAsync(loop, clock, WarmUpTicks);
        var (calls, operations) = (metrics.Calls, store.Calls);
        var evaluations = await TickAsync(loop, clock, Ticks);
        return (evaluations / (double)Ticks, (metrics.Calls - calls) / (double)Ticks, (store.Calls - operations) / (double)Ticks);
    }

    // Nine in ten have one unit and ten connections that say something every two seconds: 0.01 of their connections, less of the rest.
    private static LocalResourceSpec WithMostlyIdleLoad(LocalResourceSpec spec, int number) =>
        number % 10 == 0 ? spec : spec with { Units = 1, Load = spec.Load with { Connections = 10, Shape = LoadShape.Echo } };

    private static async Task<int> TickAsync(WatchLoop loop, ManualTimeProvider clock, int ticks)
    {
        var evaluations = 0;
        for (var tick = 0; tick < ticks; tick++)
        {
            clock.Advance(TimeSpan.FromMinutes(1));
            evaluations += (await loop.RunOnceAsync(CancellationToken.None)).Resources;
        }

        return evaluations;
    }

    private static void Print(string line) => Console.Out.WriteLine(line);
}
