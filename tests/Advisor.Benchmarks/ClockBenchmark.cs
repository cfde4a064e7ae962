using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.HostStandIn;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Store.Tables;
using Advisor.Tests;

namespace Advisor.Benchmarks;

/// <summary>
/// The clock of the machine is two hours, a year and 2.2 years ahead, each for six minutes, while that of the loopback Azure is right:
/// <c>advisor watch</c> as a process of its own over a SQLite file, and the published app under the stand-in for the host over tables.
/// For each step: the minutes without a completed tick, those of them after the clock is right again, what health says, the messages of
/// the alert, and whether a line of history of 300 days ago is still there.
/// </summary>
internal static class ClockBenchmark
{
    private const int Before = 10;
    private const int Wrong = 6;
    private const int Apart = 20;
    private const int Minutes = Before + (3 * Apart);

    private static readonly TimeSpan[] Steps = [TimeSpan.FromHours(2), TimeSpan.FromDays(365), TimeSpan.FromDays(2.2 * 365)];

    public static Benchmark Benchmark { get; } =
        new("clock", "Steps of the clock under watch and under the app: [watch | app, default both]", RunAsync);

    private static async Task<int> RunAsync(string[] args)
    {
        var rows = new List<Row>();
        if (args is not ["app", ..])
        {
            rows.AddRange(await WatchAsync());
        }

        if (args is not ["watch", ..])
        {
            rows.AddRange(await MeasureAppAsync());
        }

        Print($"{"host", -6}  {"ahead", 8}  {"minutes held", 12}  {"after it", 8}  {"health", -12}  {"messages", 8}  history");
        rows.ForEach(row =>
            Print(
                $"{row.Host, -6}  {row.Ahead.TotalDays, 6:0.##} d  {row.Held, 12}  {row.After, 8}  {row.Health, -12}  "
                    + $"{row.Messages, 8}  {(row.HasHistory ? "kept" : "DELETED")}"
            )
        );
        return rows.TrueForAll(row => row is { Held: Wrong, After: 0, Messages: 2, HasHistory: true }) ? 0 : 1;
    }

    private static async Task<IReadOnlyList<Row>> WatchAsync()
    {
        var folder = Directory.CreateTempSubdirectory("advisor-clock-");
        var file = Path.Combine(folder.FullName, "state.db");
        await using var receiver = await Receiver.StartAsync(CancellationToken.None);
        using var azure = AdvisorProcess.Start("local", "--manual-clock", "--output", "json");
        try
        {
            var what = JsonNode.Parse(await AdvisorProcess.ReadJsonAsync(azure.StandardOutput))!;
            using var http = new HttpClient { BaseAddress = new Uri(what["endpoint"]!.GetValue<string>()) };
            using var store = SqliteStateStore.Open(file);
            var start = await BeginAsync(http);
            var state = await AdvisorState.OpenAsync(store, 1, start, CancellationToken.None);
            var resource = await PlantAsync(http, state, start);
            using var watch = AdvisorProcess.Start(
                "watch",
                "--endpoint",
                http.BaseAddress.AbsoluteUri,
                "--subscription",
                what["subscriptionId"]!.GetValue<string>(),
                "--state",
                file,
                "--webhook",
                receiver.Address.AbsoluteUri,
                "--hours",
                (Minutes / 60.0).ToString()
            );
            await watch.StandardOutput.ReadToEndAsync();
            await watch.WaitForExitAsync();

            // Each completed tick left its row: the ticks that are not there were held. The mark of the last is the heartbeat's.
            var ticks = await ReadTicksAsync(state, start);
            return
            [
                .. await Task.WhenAll(
                    Steps.Select(async (ahead, i) => await CreateRowAsync("watch", ahead, i, start, ticks, "-", receiver, state, resource))
                ),
            ];
        }
        finally
        {
            azure.Kill();
            folder.Delete(recursive: true);
        }
    }

    private static async Task<IReadOnlyList<Row>> MeasureAppAsync()
    {
        using var package = await FunctionsPackage.PublishAsync();
        await using var receiver = await Receiver.StartAsync(CancellationToken.None);
        await using var world = await TickWorld.StartAsync(package.Folder, resources: 10, regions: 1, receiver.Address);
        var start = await BeginAsync(world.Client);
        var state = await AdvisorState.OpenAsync(
            await TableStateStore.OpenEmulatorAsync(world.Tables, Azurite.Account, Azurite.Key, null, CancellationToken.None),
            AdvisorState.SharedBuckets,
            start,
            CancellationToken.None
        );
        var resource = await PlantAsync(world.Client, state, start);
        var health = new Dictionary<int, string>();
        for (var minute = 1; minute <= Minutes; minute++)
        {
            await world.TickAsync();
            health[minute] = await world.ReadHealthAsync();
        }

        var ticks = await ReadTicksAsync(state, start);
        return
        [
            .. await Task.WhenAll(
                Steps.Select(
                    async (ahead, i) =>
                        await CreateRowAsync(
                            "app",
                            ahead,
                            i,
                            start,
                            ticks,
                            string.Join(',', Enumerable.Range(From(i), Wrong).Select(minute => health[minute]).Distinct()),
                            receiver,
                            state,
                            resource
                        )
                )
            ),
        ];
    }

    private static int From(int step) => Before + (step * Apart);

    /// <summary>Has the clock shown wrongly three times from now on; the instant of now.</summary>
    private static async Task<DateTimeOffset> BeginAsync(HttpClient http)
    {
        var now = (await http.GetFromJsonAsync<JsonObject>("/local/clock"))!["azure"]!.GetValue<DateTimeOffset>().ToUniversalTime();
        var start = new DateTimeOffset(now.Ticks - (now.Ticks % TimeSpan.TicksPerMinute), TimeSpan.Zero);
        for (var step = 0; step < Steps.Length; step++)
        {
            var from = start.AddMinutes(From(step));
            using var answer = await http.PostAsJsonAsync(
                "/local/clock/skews",
                new
                {
                    from,
                    until = from.AddMinutes(Wrong),
                    aheadSeconds = Steps[step].TotalSeconds,
                }
            );
            answer.EnsureSuccessStatusCode();
        }

        return start;
    }

    private static async Task<string> PlantAsync(HttpClient http, AdvisorState state, DateTimeOffset start)
    {
        var resource = (await http.GetFromJsonAsync<JsonObject>("/local"))!["resources"]![0]!["id"]!.GetValue<string>();
        await state
            .BeginCommit(resource)
            .Append(
                new DecisionRecord
                {
                    ResourceId = resource,
                    Tick = start.AddDays(-300),
                    Action = ScalingAction.Hold,
                    Outcome = AuditOutcome.Held,
                    FromSku = "Standard_S1",
                    FromUnits = 1,
                    Sku = "Standard_S1",
                    Units = 1,
                    Mode = AdvisorMode.Recommend,
                    Reasons = [],
                }
            )
            .RunAsync(CancellationToken.None);
        return resource;
    }

    private static async Task<IReadOnlySet<int>> ReadTicksAsync(AdvisorState state, DateTimeOffset start) =>
        (await state.Ticks.GetProgressAsync(start.AddMinutes(Minutes), start, CancellationToken.None))
            .Where(tick => tick.IsComplete)
            .Select(tick => (int)(tick.Tick.Tick - start).TotalMinutes)
            .ToHashSet();

    private static async Task<Row> CreateRowAsync(
        string host,
        TimeSpan ahead,
        int step,
        DateTimeOffset start,
        IReadOnlySet<int> ticks,
        string health,
        Receiver receiver,
        AdvisorState state,
        string resource
    )
    {
        var missing = Enumerable.Range(From(step), Apart - 1).Where(minute => !ticks.Contains(minute)).ToList();
        var (from, until) = (start.AddMinutes(From(step)), start.AddMinutes(From(step + 1)));
        var messages = receiver.Bodies.Count(body =>
            body.GetRawText().Contains("clock of the machine", StringComparison.Ordinal)
            && body.GetProperty("time").GetDateTimeOffset() is var at
            && at >= from
            && at < until
        );
        var history = await state.Decisions.QueryAsync(
            resource,
            new(start.AddDays(-301), start.AddDays(-299), null, 10),
            CancellationToken.None
        );
        return new Row(
            host,
            ahead,
            missing.Count,
            missing.Count(minute => minute >= From(step) + Wrong),
            health,
            messages,
            history.Records.Count == 1
        );
    }

    private static void Print(string line) => Console.Out.WriteLine(line);

    /// <param name="Held">Minutes without a completed tick.</param>
    /// <param name="After">Those of them at which the clock was right.</param>
    /// <param name="Health">What health said while the clock was wrong; - where nothing serves it.</param>
    /// <param name="Messages">Of the alert: that it is wrong, and that it is right again.</param>
    private sealed record Row(string Host, TimeSpan Ahead, int Held, int After, string Health, int Messages, bool HasHistory);
}
