using System.Diagnostics;
using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json.Nodes;

namespace Advisor.Benchmarks;

/// <summary>
/// Fleets of 100, 1,000 and 10,000 local resources swept through real queues by two instances of the published app, beside a plain client that asks for the same
/// metrics of one resource after another, as many at once as the two instances may. Every metric call of both takes the same time more, as a network does. The sweep
/// that sees the fleet for the first time does not count: it fills in a day of history.
/// </summary>
internal static class SweepBenchmark
{
    // What two instances have in flight at the most: 12 each.
    private const int AtOnce = 24;
    private const double Allowed = 1.2;

    private const string Metrics = "ServerLoad,ConnectionQuotaUtilization,ConnectionCount,InboundTraffic,OutboundTraffic,MessageCount";
    private const string MetricsWebPubSub = "ServerLoad,ConnectionQuotaUtilization,TotalConnectionCount,InboundTraffic,OutboundTraffic";

    public static Benchmark Benchmark { get; } = new(
        "sweep", "Fleets swept through queues by two instances, beside one call per resource: [SIZES, default 100,1000,10000] [TICKS, 3] [MILLISECONDS A CALL TAKES, 50]", RunAsync);

    private static async Task<int> RunAsync(string[] args)
    {
        int Argument(int at, int otherwise) => args.Length > at ? int.Parse(args[at], CultureInfo.InvariantCulture) : otherwise;
        var sizes = (args.Length > 0 ? args[0] : "100,1000,10000").Split(',').Select(size => int.Parse(size, CultureInfo.InvariantCulture)).ToList();
        var (ticks, latency) = (Argument(1, 3), Argument(2, 50));
        using var package = await FunctionsPackage.PublishAsync(plain: false);
        var rows = new List<Row>();
        Print($"{ticks} sweeps of each fleet after it is known, every metric call {latency} ms away; calls and processor time are per resource and sweep");
        Print($"{"resources",9}  {"sweep",8}  {"resources/s",11}  {"processor",9}  {"table calls",11}  {"metric calls",12}  {"other calls",11}  {"peak",7}  {"one by one",10}  {"ratio",5}");
        foreach (var size in sizes)
        {
            rows.Add(await MeasureAsync(package.Folder, size, ticks, latency));
            Print(rows[^1]);
        }

        var holds = Holds("processor time", rows, row => row.Processor) & Holds("table calls", rows, row => row.TableCalls) & Holds("metric calls", rows, row => row.MetricCalls)
            & Holds("wall clock", rows, row => row.Elapsed.TotalSeconds / row.Size);
        return rows.TrueForAll(row => row.Failed == 0) && holds ? 0 : 1;
    }

    private static async Task<Row> MeasureAsync(string folder, int size, int ticks, int latency)
    {
        await using var world = await SweepWorld.StartAsync(folder, size);
        foreach (var kind in new[] { "metricBatch", "metricSingle" })
        {
            using var answer = await world.Client.PostAsJsonAsync("/local/faults", new { kind = "delay", call = kind, delayMilliseconds = latency });
            answer.EnsureSuccessStatusCode();
        }

        for (var sweep = 0; sweep < WarmUps(size); sweep++)
        {
            await world.SweepAsync();
        }

        var costs = new List<SweepCost>();
        for (var tick = 0; tick < ticks; tick++)
        {
            costs.Add(await world.SweepAsync());
        }

        double Each(Func<SweepCost, double> value) => costs.Average(value) / size;
        return new Row(
            size,
            TimeSpan.FromSeconds(costs.Average(cost => cost.Elapsed.TotalSeconds)),
            Each(cost => cost.Processor.TotalMilliseconds),
            Each(cost => cost.TableCalls),
            Each(cost => cost.MetricCalls),
            Each(cost => cost.AzureCalls.Values.Sum() - cost.MetricCalls),
            costs.Max(cost => cost.Peak),
            await OneByOneAsync(world.Client, world.Subscription),
            costs.Sum(cost => cost.Failed));
    }

    // The first sweep fills in the past; more of them for a small fleet, until the compiler is done with what each runs.
    private static int WarmUps(int size) => Math.Clamp(2000 / size, 1, 20);

    private static bool Holds(string what, List<Row> rows, Func<Row, double> cost)
    {
        var (least, most) = (rows.MinBy(cost)!, rows.MaxBy(cost)!);
        var ratio = cost(most) / cost(least);
        Print($"{what,-15} per resource: most at {most.Size}, least at {least.Size}, ratio {ratio:0.00}: {(ratio <= Allowed ? "constant within 20 %" : "not constant")}");
        return ratio <= Allowed;
    }

    private static async Task<TimeSpan> OneByOneAsync(HttpClient client, string subscription)
    {
        var clock = Stopwatch.StartNew();
        var end = DateTimeOffset.UtcNow.AddMinutes(-2);
        var calls = new List<string>();
        foreach (var (type, names) in new[] { ("signalR", Metrics), ("webPubSub", MetricsWebPubSub) })
        {
            var next = $"/subscriptions/{subscription}/providers/Microsoft.SignalRService/{type}?api-version=2024-03-01";
            while (next is not null)
            {
                var page = (await client.GetFromJsonAsync<JsonObject>(next))!;
                calls.AddRange(page["value"]!.AsArray().Select(resource =>
                    $"{resource!["id"]}/providers/microsoft.insights/metrics?timespan={end.AddMinutes(-1):yyyy-MM-ddTHH:mm:00Z}/{end:yyyy-MM-ddTHH:mm:00Z}"
                    + $"&interval=PT1M&metricnames={names}&aggregation=maximum,total&api-version=2018-01-01"));
                next = page["nextLink"]?.GetValue<string>() is { Length: > 0 } link ? new Uri(link).PathAndQuery : null;
            }
        }

        await Parallel.ForEachAsync(calls, new ParallelOptions { MaxDegreeOfParallelism = AtOnce }, async (url, cancellation) =>
        {
            using var answer = await client.GetAsync(url, cancellation);
            answer.EnsureSuccessStatusCode();
            await answer.Content.ReadAsByteArrayAsync(cancellation);
        });
        return clock.Elapsed;
    }

    private static void Print(Row row) => Print(
        $"{row.Size,9:#,0}  {row.Elapsed.TotalSeconds,6:0.0} s  {row.Size / row.Elapsed.TotalSeconds,11:#,0}  {row.Processor,6:0.00} ms  {row.TableCalls,11:0.00}  {row.MetricCalls,12:0.000}  {row.OtherCalls,11:0.000}  {row.Peak / 1e6,4:0} MB  {row.OneByOne.TotalSeconds,8:0.0} s  {row.OneByOne / row.Elapsed,5:0.0}");

    private static void Print(FormattableString line) => Console.Out.WriteLine(line.ToString(CultureInfo.InvariantCulture));

    private sealed record Row(
        int Size, TimeSpan Elapsed, double Processor, double TableCalls, double MetricCalls, double OtherCalls, long Peak, TimeSpan OneByOne, int Failed);
}
