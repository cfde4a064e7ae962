using Advisor.Azure;
using Advisor.Configuration.Rules;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tick;

namespace Advisor.Benchmarks;

/// <summary>
/// What Advisor itself costs in a month: the service over a loopback Azure for an hour of its clock, with every call counted that is paid
/// for, times the prices of <see cref="OwnCostPrices"/>. Recommends only, as it does by default; the first quarter of an hour, when it
/// reads the past, is not counted.
/// </summary>
internal static class OwnCostBenchmark
{
    // A large fleet repeats itself within two lists of its resources.
    private const int WarmUpTicks = 15,
        Ticks = 60,
        TicksOfLarge = 10,
        Large = 2000;

    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);

    public static Benchmark Benchmark { get; } =
        new(
            "own-cost",
            "What Advisor costs in a month: calls counted over an hour, times prices: [RESOURCES...] (10 1000 10000)",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var sizes = args.Length > 0 ? [.. args.Select(arg => int.Parse(arg))] : new[] { 10, 1000, 10_000 };
        foreach (var size in sizes)
        {
            Print($"{size} resources in 4 regions, one tick a minute");
            foreach (var line in OwnCostPrices.RenderTable(await CountAsync(size)))
            {
                Console.Out.WriteLine(line);
            }
        }

        return 0;
    }

    private static async Task<OwnCostCounts> CountAsync(int resources)
    {
        var clock = new ManualTimeProvider(Start);
        await using var local = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = clock,
                Resources = LocalScenario.CreateMany(resources, regions: 4),
                RegionalUnitQuota = -1,
            }
        );
        using var azure = AzureConnection.Create(new AzureOptions { Endpoint = local.Endpoint, Time = clock });
        var (store, metrics, channel) = (
            new CountingStore(new MemoryStateStore()),
            new CountingMetrics(azure.Metrics),
            new CountingChannel()
        );
        var dependencies = new ServiceSetup
        {
            Options = new ServiceOptions
            {
                Scope = new FleetScope { Subscriptions = [local.SubscriptionId] },
                HistoryBackfill = TimeSpan.FromHours(1),
            },
            State = await AdvisorState.OpenAsync(store, AdvisorState.SharedBuckets, Start, CancellationToken.None),
            Fleet = azure.Fleet,
            Metrics = metrics,
            Rules = RuleSetLoader.Embedded,
        };
        var loop = new WatchLoop(new AdvisorService(dependencies, [channel]), clock, _ => { });
        OwnCostCounts ReadCounts() =>
            new(
                resources,
                0,
                metrics.Batches,
                channel.Sent,
                store.Calls,
                metrics.Calls,
                (int)(local.Calls.Total - local.Calls[CallKind.MetricBatch] - local.Calls[CallKind.MetricSingle])
            );

        double ComputePerTick(long total) => total / 1e3 / resources / (resources > Large ? TicksOfLarge : Ticks);

        await TickAsync(loop, clock, WarmUpTicks);
        var before = ReadCounts();
        var ticks = resources > Large ? TicksOfLarge : Ticks;
        var bytes = store.Bytes;
        await TickAsync(loop, clock, ticks);
        var (read, written) = (ComputePerTick(store.Bytes.Read - bytes.Read), ComputePerTick(store.Bytes.Written - bytes.Written));
        Print($"  state: {read:F1} KB read and {written:F1} KB written a resource and tick");
        return ReadCounts().Subtract(before, ticks);
    }

    private static async Task TickAsync(WatchLoop loop, ManualTimeProvider clock, int ticks)
    {
        for (var tick = 0; tick < ticks; tick++)
        {
            clock.Advance(TimeSpan.FromMinutes(1));
            var round = await loop.TickAsync(CancellationToken.None);
            if (round is not { Problems.Count: 0 })
            {
                throw new InvalidOperationException(
                    $"The tick of {clock.GetUtcNow():u} is not complete: {string.Join("; ", round?.Problems ?? [])}"
                );
            }
        }
    }

    private static void Print(string line) => Console.Out.WriteLine(line);
}
