using System.Diagnostics;
using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Store.Tables;

namespace Advisor.Benchmarks;

/// <summary>
/// What remembering costs: the tick of a resource (load, then state, audit line and message in one commit) over SQLite, and over a table
/// service where its address is given; against three commits one after another, and with a hundred times the resources in the store.
/// </summary>
internal static class StateBenchmark
{
    // The key of every storage emulator; it opens nothing else.
    private const string EmulatorKey = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private static readonly DateTimeOffset Start = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public static Benchmark Benchmark { get; } =
        new("state", "Ticks a second over SQLite, and over tables with --tables http://127.0.0.1:PORT/devstoreaccount1", RunAsync);

    private static async Task<int> RunAsync(string[] args)
    {
        var folder = Directory.CreateTempSubdirectory("advisor-state-").FullName;
        try
        {
            using var sqlite = SqliteStateStore.Open(Path.Combine(folder, "state.db"));
            await MeasureAsync("sqlite", sqlite, buckets: 1, few: 100, many: 10_000);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        if (args is ["--tables", var address])
        {
            var options = new TableStateStoreOptions { Table = "b" + Guid.NewGuid().ToString("N") };
            var tables = await TableStateStore.OpenEmulatorAsync(
                new Uri(address),
                "devstoreaccount1",
                EmulatorKey,
                options,
                CancellationToken.None
            );
            await MeasureAsync("tables", tables, AdvisorState.SharedBuckets, few: 100, many: 1_000);
        }

        return 0;
    }

    private static async Task MeasureAsync(string name, IStateStore store, int buckets, int few, int many)
    {
        var state = await AdvisorState.OpenAsync(store, buckets, Start, CancellationToken.None);
        await RepeatAsync(state, few, rounds: 5, from: 0, together: true);
        var (small, smallLoad) = await RepeatAsync(state, few, rounds: 10, from: 10, together: true);
        var (apart, _) = await RepeatAsync(state, few, rounds: 10, from: 20, together: false);
        await RepeatAsync(state, many, rounds: 1, from: 30, together: true);
        var (large, largeLoad) = await RepeatAsync(state, many, rounds: 1, from: 31, together: true);
        Print($"{name}: {1000 / small:F0} ticks a second with {few} resources, load {smallLoad:F2} ms of {small:F2} ms");
        Print($"{name}: three commits instead of one take {apart / small:F2} times as long");
        Print($"{name}: with {many} resources a tick takes {large / small:F2} times as long, its load {largeLoad / smallLoad:F2} times");
        var open = Stopwatch.StartNew();
        var found = await state.Outbox.ListOpenAsync(100, CancellationToken.None);
        Print($"{name}: listing {found.Count} open messages of {buckets} buckets took {open.Elapsed.TotalMilliseconds:F0} ms");
    }

    private static async Task<(double Tick, double Load)> RepeatAsync(
        AdvisorState state,
        int resources,
        int rounds,
        int from,
        bool together
    )
    {
        var (tick, load) = (0.0, 0.0);
        for (var round = 0; round < rounds; round++)
        {
            var (thisTick, thisLoad) = await TickAsync(state, resources, from + round, together);
            (tick, load) = (tick + (thisTick / rounds), load + (thisLoad / rounds));
        }

        return (tick, load);
    }

    /// <returns>Milliseconds of a resource's tick, and of its load.</returns>
    private static async Task<(double Tick, double Load)> TickAsync(AdvisorState state, int resources, int number, bool together)
    {
        var (at, content) = (Start.AddMinutes(number), new byte[20 * 1024]);
        var (whole, load) = (Stopwatch.StartNew(), TimeSpan.Zero);
        foreach (var batch in Enumerable.Range(0, resources).Select(i => $"/subscriptions/s/resource/{i}").Chunk(50))
        {
            var loading = Stopwatch.StartNew();
            var memories = await state.LoadAsync(batch, CancellationToken.None);
            load += loading.Elapsed;
            await Parallel.ForEachAsync(
                memories,
                new ParallelOptions { MaxDegreeOfParallelism = 16 },
                async (memory, cancel) =>
                {
                    var decision = CreateDecision(memory.ResourceId, at);
                    var item = CreateItem(memory.ResourceId, at);
                    if (together)
                    {
                        await state
                            .BeginCommit(memory.ResourceId)
                            .SaveState(memory.State, 1, at, content)
                            .Append(decision)
                            .Enqueue(item)
                            .RunAsync(cancel);
                    }
                    else
                    {
                        await state.BeginCommit(memory.ResourceId).SaveState(memory.State, 1, at, content).RunAsync(cancel);
                        await state.BeginCommit(memory.ResourceId).Append(decision).RunAsync(cancel);
                        await state.Outbox.EnqueueAsync(item, cancel);
                    }
                }
            );
        }

        return (whole.Elapsed.TotalMilliseconds / resources, load.TotalMilliseconds / resources);
    }

    private static DecisionRecord CreateDecision(string id, DateTimeOffset at) =>
        new()
        {
            ResourceId = id,
            Tick = at,
            Action = ScalingAction.Hold,
            Outcome = AuditOutcome.Observed,
            FromSku = "Standard_S1",
            FromUnits = 1,
            Sku = "Standard_S1",
            Units = 1,
            Reasons = [new Reason(ReasonCodes.WithinCapacity, "All limits are below their line.")],
        };

    private static OutboxItem CreateItem(string id, DateTimeOffset at) =>
        new()
        {
            Scope = id,
            Id = "alert",
            CreatedAt = at,
            Kind = OutboxKind.Notification,
            DedupKey = "d",
            Payload = "{}",
        };

    private static void Print(string line) => Console.Out.WriteLine(line);
}
