using System.Diagnostics;
using System.Globalization;
using Advisor.Core.Alerting;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Configuration;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Rules;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;
using Advisor.Storage.Sqlite;
using Advisor.Storage.Tables;
using Advisor.Tests;

namespace Advisor.Benchmarks;

/// <summary>
/// 10,000 resources of 20 teams that fire in the same minute, from the rows that their turns wrote to the messages that left: time, calls of the store, calls of
/// channels and memory, over SQLite and over the tables of Azurite; and the same for a tenth of them, so that growth shows.
/// </summary>
internal static class GatherBenchmark
{
    private const int Teams = 20;
    private const int Many = 10_000;

    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    public static Benchmark Benchmark { get; } = new("gather", "10,000 resources that fire in the same minute: rows, gathering, delivery; over SQLite and Azurite", RunAsync);

    private static async Task<int> RunAsync(string[] args)
    {
        var folder = Directory.CreateTempSubdirectory("advisor-gather-").FullName;
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
                var tables = await TableStateStore.OpenEmulatorAsync(azurite.Tables, StorageEmulator.Account, StorageEmulator.Key, options, CancellationToken.None);
                fine &= await MeasureAsync("tables", tables, AdvisorState.SharedBuckets, resources);
            }
        }

        return fine ? 0 : 1;
    }

    /// <returns>Whether each team got one message and nothing is left.</returns>
    private static async Task<bool> MeasureAsync(string name, IStateStore store, int buckets, int resources)
    {
        var counting = new CountingStore(store);
        var channel = new CountingChannel();
        var parts = new ServiceParts
        {
            Options = new ServiceOptions { Scope = new FleetScope() },
            State = await AdvisorState.OpenAsync(counting, buckets, Start, CancellationToken.None),
            Fleet = null!,
            Metrics = null!,
            Rules = RuleSetLoader.Embedded,
            Routing = new Routing(RoutingSettings.ToConsole()),
        };
        var written = await StepAsync(counting, () => parts.State.Outbox.EnqueueAsync([.. Enumerable.Range(0, resources).Select(i => ReportOf(i).ToItem())], CancellationToken.None));
        IReadOnlyList<OutboxKey> keys = [];
        var gathered = await StepAsync(counting, async () => keys = await new Gather(parts).RunAsync(Start.AddSeconds(30), CancellationToken.None));
        var deliver = new Deliver(parts, [channel]);
        var delivered = await StepAsync(counting, async () =>
        {
            foreach (var key in keys)
            {
                await deliver.RunAsync(key, Start.AddSeconds(31), CancellationToken.None);
            }
        });
        var left = (await parts.State.Outbox.ListOpenAsync(10, CancellationToken.None)).Count;
        Print($"{name,-7} {resources,6:#,0} alerts of {Teams} teams: {channel.Sent} messages, {left} rows left");
        Print($"        gathering {gathered.Time.TotalSeconds:0.0} s, {gathered.Calls} store calls ({(double)gathered.Calls / resources:0.000} an alert), {gathered.Bytes / 1024.0 / resources:0.0} KB allocated an alert");
        Print($"        delivery  {delivered.Time.TotalSeconds:0.0} s, {delivered.Calls} store calls, {channel.Sent} calls of channels; writing the rows took {written.Time / gathered.Time:0.0} times as long as gathering");
        return channel.Sent == Teams && left == 0 && gathered.Time + delivered.Time < TimeSpan.FromMinutes(1);
    }

    private static async Task<(TimeSpan Time, int Calls, long Bytes)> StepAsync(CountingStore store, Func<Task> step)
    {
        var (calls, bytes, begun) = (store.Calls, GC.GetTotalAllocatedBytes(), Stopwatch.GetTimestamp());
        await step();
        return (Stopwatch.GetElapsedTime(begun), store.Calls - calls, GC.GetTotalAllocatedBytes() - bytes);
    }

    private static AlertReport ReportOf(int i)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"chat-{i:00000}");
        var subject = new AlertSubject(
            AlertSubjectKind.Resource, $"/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/rg/providers/Microsoft.SignalRService/SignalR/{name}", name, $"team-{i % Teams}", "westeurope");
        var key = subject.DedupKey("serverLoad");
        return new AlertReport
        {
            Alert = new AlertNotification
            {
                Kind = AlertNotificationKind.Fired,
                DedupKey = key,
                EventId = $"{key}-1",
                Subject = subject,
                Condition = "serverLoad",
                Severity = AlertSeverity.Warning,
                Since = Start.AddMinutes(-5),
                At = Start,
                Number = 0.78,
                Text = $"Server load of {name} is 78 %, above 70 %.",
            },
            Limit = "server load, 70 %",
            Proposal = "Standard_S1 x 3 instead of Standard_S1 x 2",
            Cost = "+48.30 USD a month",
            Next = "Over once below 65 % for 10 min; told again every 4 h until then.",
            TrendName = "server load, 2 h",
            Trend = [.. Enumerable.Range(0, 24).Select(minute => (double?)minute / 30)],
        };
    }

    private static void Print(FormattableString line) => Console.Out.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
