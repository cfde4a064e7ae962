using System.Diagnostics;
using System.Globalization;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Fleet;
using Advisor.Service;
using Advisor.Service.Notifications;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Store.Tables;
using Advisor.Tests;

namespace Advisor.Benchmarks;

/// <summary>
/// 10,000 resources of 20 teams whose load rises over 90 % in the same minute, by the path of the service: tick, evaluation,
/// grouping, delivery. Messages, time, calls of the store, calls of channels and memory of the tick in which all of them fire, over SQLite
/// and over the tables of Azurite; and the same for a tenth of them, so that the cost by size shows.
/// </summary>
internal static class GroupingBenchmark
{
    private const int Teams = 20;
    private const int Many = 10_000;

    // Two ticks of it are more than the alert pends.
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(5);
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    public static Benchmark Benchmark { get; } =
        new("grouping", "10,000 resources that fire in the same minute: evaluation, grouping, delivery; over SQLite and Azurite", RunAsync);

    private static async Task<int> RunAsync(string[] args)
    {
        var folder = Directory.CreateTempSubdirectory("advisor-grouping-").FullName;
        var fine = true;
        try
        {
            foreach (var resources in new[] { Many / 10, Many })
            {
                using var sqlite = SqliteStateStore.Open(Path.Combine(folder, $"{resources}.db"));
                fine &= await MeasureAsync("sqlite", sqlite, buckets: 1, resources);
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        var (azurite, reason) = await Azurite.TryStartAsync();
        if (azurite is null)
        {
            await Console.Out.WriteLineAsync($"tables: left out, {reason}");
            return fine ? 0 : 1;
        }

        await using (azurite)
        {
            foreach (var resources in new[] { Many / 10, Many })
            {
                var options = new TableStateStoreOptions { Table = "g" + Guid.NewGuid().ToString("N") };
                var tables = await TableStateStore.OpenEmulatorAsync(
                    azurite.Tables,
                    StorageEmulator.Account,
                    StorageEmulator.Key,
                    options,
                    CancellationToken.None
                );
                fine &= await MeasureAsync("tables", tables, AdvisorState.SharedBuckets, resources);
            }
        }

        return fine ? 0 : 1;
    }

    /// <returns>Whether each team got one message and nothing is left.</returns>
    private static async Task<bool> MeasureAsync(string name, IStateStore store, int buckets, int resources)
    {
        var (counting, channel, fleet) = (
            new CountingStore(store),
            new CountingChannel(),
            new RisingFleet(resources, Teams, Start + Interval)
        );
        var dependencies = new ServiceSetup
        {
            Options = new ServiceOptions
            {
                Scope = new FleetScope { Subscriptions = [RisingFleet.Subscription] },
                Interval = Interval,
                HistoryBackfill = TimeSpan.FromHours(1),
            },
            State = await AdvisorState.OpenAsync(counting, buckets, Start, CancellationToken.None),
            Fleet = fleet,
            Metrics = fleet,
            Rules = RuleSetLoader.Embedded,
            FindSettings = static (resource, _) => RisingFleet.GetSettings(resource),
            Routing = new NotificationRouting(RoutingSettings.CreateForConsole()),
        };
        var service = new GroupingTicks(dependencies, channel);

        // Quiet, then loud for a tick: the alert is pending, and recommendations are sent. At the third tick it fires.
        await service.RunAsync(Start);
        await service.RunAsync(Start + Interval);
        var (sentBefore, resourcesBefore) = (channel.Sent, channel.Resources);
        var now = Start + (2 * Interval);
        var evaluated = await MeasureStepAsync(counting, () => service.EvaluateAsync(now));
        var grouped = await MeasureStepAsync(counting, () => service.GroupAsync(now.AddSeconds(30)));
        var delivered = await MeasureStepAsync(counting, () => service.DeliverAsync(now.AddSeconds(31)));
        var (sent, fired) = (channel.Sent - sentBefore, channel.Resources - resourcesBefore);
        var left = (await dependencies.State.Outbox.ListOpenAsync(10, CancellationToken.None)).Count;
        Print(
            $"{name, -7} {resources, 6:#,0} resources of {Teams} teams fire in one minute: {sent} messages of {fired} resources, "
                + $"{left} rows left, {Process.GetCurrentProcess().PeakWorkingSet64 / 1e6:0} MB at the most"
        );
        Print(
            $"        evaluation {evaluated.Time.TotalSeconds, 5:0.0} s, {evaluated.Calls} store calls "
                + $"({(double)evaluated.Calls / resources:0.00} a resource), "
                + $"{evaluated.Bytes / 1024.0 / resources:0.0} KB allocated a resource"
        );
        Print(
            $"        grouping   {grouped.Time.TotalSeconds, 5:0.0} s, {grouped.Calls} store calls "
                + $"({(double)grouped.Calls / resources:0.000} an alert), {grouped.Bytes / 1024.0 / resources:0.0} KB "
                + "allocated an alert"
        );
        Print(
            $"        delivery   {delivered.Time.TotalSeconds, 5:0.0} s, {delivered.Calls} store calls, {sent} calls of channels; "
                + $"the evaluation took {evaluated.Time / (grouped.Time + delivered.Time):0.0} times as long as both"
        );
        return sent == Teams && fired == resources && left == 0 && grouped.Time + delivered.Time < TimeSpan.FromMinutes(1);
    }

    private static async Task<(TimeSpan Time, int Calls, long Bytes)> MeasureStepAsync(CountingStore store, Func<Task> step)
    {
        var (calls, bytes, begun) = (store.Calls, GC.GetTotalAllocatedBytes(), Stopwatch.GetTimestamp());
        await step();
        return (Stopwatch.GetElapsedTime(begun), store.Calls - calls, GC.GetTotalAllocatedBytes() - bytes);
    }

    private static void Print(string line) => Console.Out.WriteLine(line);
}
