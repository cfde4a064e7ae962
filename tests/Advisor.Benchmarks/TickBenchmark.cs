using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json.Nodes;

namespace Advisor.Benchmarks;

/// <summary>
/// Ticks over 100, 1,000 and 10,000 local resources through real queues by two instances of the published app, beside a plain client
/// that requests the same metrics of one resource after another, as many at once as the two instances may. Every metric call of both takes
/// the same time more, as a network does. The first ticks, which backfill a day of history, are printed apart.
/// The number of regions rises with the fleet, so that all fleets have similar groups; a third argument gives the number of regions, to see
/// what small groups cost.
/// </summary>
internal static class TickBenchmark
{
    // What two instances have in flight at the most: 12 each.
    private const int AtOnce = 24;
    private const double Allowed = 1.2;

    // Milliseconds that a metric call takes more.
    private const int Latency = 50;
    private const int ResourcesOfRegion = 100;

    // A list of the fleet serves five ticks: so many in a row have one.
    private const int Ticks = 5;

    private const string Metrics = "ServerLoad,ConnectionQuotaUtilization,ConnectionCount,InboundTraffic,OutboundTraffic,MessageCount";
    private const string MetricsWebPubSub = "ServerLoad,ConnectionQuotaUtilization,TotalConnectionCount,InboundTraffic,OutboundTraffic";

    public static Benchmark Benchmark { get; } =
        new(
            "tick",
            "Fleets swept through queues by two instances, beside one call per resource: "
                + "[SIZES, default 100,1000,10000] [REGIONS, default one for 100 resources]",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var sizes = (args.Length > 0 ? args[0] : "100,1000,10000").Split(',').Select(size => int.Parse(size)).ToList();
        int? regions = args.Length > 1 ? int.Parse(args[1]) : null;
        using var package = await FunctionsPackage.PublishAsync();
        var rows = new List<Row>();
        foreach (var size in sizes)
        {
            rows.Add(await MeasureAsync(package.Folder, size, regions ?? Math.Max(1, size / ResourcesOfRegion)));
        }

        Print(
            $"mean of {Ticks} ticks of each fleet once it is known, every metric call {Latency} ms away; "
                + "calls and processor time are per resource and tick"
        );
        Print(
            $"{"resources", 9}  {"regions", 7}  {"tick", 8}  {"resources/s", 11}  {"processor", 9}  {"table calls", 11}  "
                + $"{"metric calls", 12}  {"other calls", 11}  {"memory", 7}  {"one by one", 10}  {"ratio", 5}  {"first tick", 11}  "
                + $"{"peak then", 9}"
        );
        rows.ForEach(Print);
        var holds =
            IsWithinLimit("processor time", rows, row => row.Processor)
            & IsWithinLimit("table calls", rows, row => row.TableCalls)
            & IsWithinLimit("metric calls", rows, row => row.MetricCalls);
        return rows.TrueForAll(row => row.Failed == 0) && holds ? 0 : 1;
    }

    private static async Task<Row> MeasureAsync(string folder, int size, int regions)
    {
        await using var world = await TickWorld.StartAsync(folder, size, regions);
        foreach (var kind in new[] { "metricBatch", "metricSingle" })
        {
            using var answer = await world.Client.PostAsJsonAsync(
                "/local/faults",
                new
                {
                    kind = "delay",
                    call = kind,
                    delayMilliseconds = Latency,
                }
            );
            answer.EnsureSuccessStatusCode();
        }

        var oneByOne = await ReadOneByOneAsync(world.Client, world.Subscription);
        var first = await TickAsync(world, size, "first tick");
        for (var tick = 0; tick < CountWarmUps(size); tick++)
        {
            await TickAsync(world, size, "warm-up");
        }

        var costs = new List<TickCost>();
        for (var tick = 0; tick < Ticks; tick++)
        {
            costs.Add(await TickAsync(world, size, "measured"));
        }

        double ComputeEach(Func<TickCost, double> value) => costs.Average(value) / size;
        return new Row(
            size,
            regions,
            TimeSpan.FromSeconds(costs.Average(cost => cost.Elapsed.TotalSeconds)),
            ComputeEach(cost => cost.Processor.TotalMilliseconds),
            ComputeEach(cost => cost.TableCalls),
            ComputeEach(cost => cost.MetricCalls),
            ComputeEach(cost => cost.AzureCalls.Values.Sum() - cost.MetricCalls),
            costs.Max(cost => cost.Resident),
            oneByOne,
            first.Elapsed,
            first.Peak,
            costs.Sum(cost => cost.Failed)
        );
    }

    // What is going on, for whoever waits.
    private static async Task<TickCost> TickAsync(TickWorld world, int size, string what)
    {
        var cost = await world.MeasureTickAsync();
        var operations = string.Join(
            ", ",
            cost.Operations.OrderBy(operation => operation.Key, StringComparer.Ordinal)
                .Select(operation => $"{operation.Value} {operation.Key}")
        );
        await Console.Error.WriteLineAsync(
            $"{size} {what}: {cost.Elapsed.TotalSeconds:0.0} s, {cost.Processor.TotalSeconds:0.0} s of processors, "
                + $"{cost.Resident / 1e6:0} MB, {cost.MetricCalls} metric calls, {operations}, {cost.Invocations} invocations, "
                + $"{cost.Failed} failed"
        );
        return cost;
    }

    // Enough evaluations of a small fleet for the compiler to be done with them, and for all fleets enough ticks for pending alerts to fire
    // and be sent.
    private static int CountWarmUps(int size) => Math.Clamp(10_000 / size, 6, 50);

    private static bool IsWithinLimit(string what, List<Row> rows, Func<Row, double> cost)
    {
        var (lowest, highest) = (rows.MinBy(cost)!, rows.MaxBy(cost)!);
        var ratio = cost(highest) / cost(lowest);
        Print(
            $"{what, -15} per resource: most at {highest.Size}, fewest at {lowest.Size}, ratio {ratio:0.00}: "
                + $"{(ratio <= Allowed ? "constant within 20 %" : "not constant")}"
        );
        return ratio <= Allowed;
    }

    private static async Task<TimeSpan> ReadOneByOneAsync(HttpClient client, string subscription)
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
                calls.AddRange(
                    page["value"]!
                        .AsArray()
                        .Select(resource =>
                            $"{resource!["id"]}/providers/microsoft.insights/metrics"
                            + $"?timespan={end.AddMinutes(-1):yyyy-MM-ddTHH:mm:00Z}/{end:yyyy-MM-ddTHH:mm:00Z}"
                            + $"&interval=PT1M&metricnames={names}&aggregation=maximum,total&api-version=2018-01-01"
                        )
                );
                next = page["nextLink"]?.GetValue<string>() is { Length: > 0 } link ? new Uri(link).PathAndQuery : null;
            }
        }

        await Parallel.ForEachAsync(
            calls,
            new ParallelOptions { MaxDegreeOfParallelism = AtOnce },
            async (url, cancellation) =>
            {
                using var answer = await client.GetAsync(url, cancellation);
                answer.EnsureSuccessStatusCode();
                await answer.Content.ReadAsByteArrayAsync(cancellation);
            }
        );
        return clock.Elapsed;
    }

    private static void Print(Row row) =>
        Print(
            $"{row.Size, 9:#,0}  {row.Regions, 7}  {row.Elapsed.TotalSeconds, 6:0.0} s  "
                + $"{row.Size / row.Elapsed.TotalSeconds, 11:#,0}  {row.Processor, 6:0.00} ms  {row.TableCalls, 11:0.00}  "
                + $"{row.MetricCalls, 12:0.000}  {row.OtherCalls, 11:0.000}  {row.Resident / 1e6, 4:0} MB  "
                + $"{row.OneByOne.TotalSeconds, 8:0.0} s  {row.OneByOne / row.Elapsed, 5:0.0}  {row.First.TotalSeconds, 9:0.0} s  "
                + $"{row.Peak / 1e6, 6:0} MB"
        );

    private static void Print(string line) => Console.Out.WriteLine(line);

    /// <param name="Resident">Most memory of an instance at the end of a tick.</param>
    /// <param name="Peak">Most memory of an instance at any time of the first tick.</param>
    private sealed record Row(
        int Size,
        int Regions,
        TimeSpan Elapsed,
        double Processor,
        double TableCalls,
        double MetricCalls,
        double OtherCalls,
        long Resident,
        TimeSpan OneByOne,
        TimeSpan First,
        long Peak,
        int Failed
    );
}
