using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Advisor.Benchmarks;

/// <summary>
/// One evaluation of a large fleet: <c>advisor evaluate</c> as a process of its own against a loopback Azure in another, beside a plain
/// HTTP client that requests the same metrics of one resource after another. Every metric call of both takes the same time more, as a
/// network and Azure do; without it a loopback answers sooner than a batch is computed, which no network does.
/// </summary>
internal static class EvaluateBenchmark
{
    /// <summary>Milliseconds that a metric call takes more, as over a network.</summary>
    internal const int Latency = 50;

    private const string Metrics = "ServerLoad,ConnectionQuotaUtilization,ConnectionCount,InboundTraffic,OutboundTraffic,MessageCount";
    private const string MetricsWebPubSub = "ServerLoad,ConnectionQuotaUtilization,TotalConnectionCount,InboundTraffic,OutboundTraffic";

    // One call per resource takes a minute for 1,000 of them.
    private const int MaxOneByOne = 1000;

    public static Benchmark Benchmark { get; } =
        new(
            "evaluate",
            "An evaluation of 1,000 local resources, beside one call per resource: [RESOURCES] [MILLISECONDS A CALL TAKES]",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var resources = args.Length > 0 ? int.Parse(args[0]) : 1000;
        var latency = args.Length > 1 ? int.Parse(args[1]) : Latency;
        using var fleet = await Fleet.StartAsync(resources, latency);
        await fleet.EvaluateAsync(); // warm: the server's code and its minutes
        var (batched, usage, calls) = await fleet.EvaluateAsync();
        Print($"{resources} resources, each metric call {latency} ms away");
        Print(
            $"advisor evaluate, start of the process and decisions included: {batched.TotalSeconds:F2} s, of them "
                + $"{usage.Processor.TotalSeconds:F1} s of processor time, {calls} metric calls, peak {usage.Peak >> 20} MB"
        );
        if (resources > MaxOneByOne)
        {
            return 0;
        }

        var plain = await ReadOneByOneAsync(fleet.Client, fleet.Subscription);
        Print($"one call per resource, plain client, nothing decided: {plain.Elapsed.TotalSeconds:F2} s, {plain.Calls} metric calls");
        Print($"ratio: {plain.Elapsed / batched:F1}");
        return 0;
    }

    /// <summary>A loopback Azure in a process of its own, and evaluations of it.</summary>
    internal sealed class Fleet(Process azure, HttpClient client, string subscription) : IDisposable
    {
        public HttpClient Client => client;

        public string Subscription => subscription;

        /// <summary>Arguments of <c>advisor</c> that evaluate the fleet.</summary>
        public string[] Arguments => ["evaluate", .. Scope, "--output", "json"];

        private string[] Scope => ["--endpoint", client.BaseAddress!.GetLeftPart(UriPartial.Authority), "--subscription", subscription];

        /// <param name="latency">Milliseconds that every metric call takes more.</param>
        public static async Task<Fleet> StartAsync(int resources, int latency)
        {
            var azure = AdvisorProcess.Start("local", "--resources", $"{resources}", "--output", "json");
            var what = JsonNode.Parse(await AdvisorProcess.ReadJsonAsync(azure.StandardOutput))!;
            var client = new HttpClient { BaseAddress = new Uri(what["endpoint"]!.GetValue<string>()) };
            var fleet = new Fleet(azure, client, what["subscriptionId"]!.GetValue<string>());
            foreach (var call in new[] { "metricBatch", "metricSingle" })
            {
                var fault = new JsonObject
                {
                    ["kind"] = "delay",
                    ["call"] = call,
                    ["delayMilliseconds"] = latency,
                };
                using var answer = await client.PostAsJsonAsync("/local/faults", fault);
                answer.EnsureSuccessStatusCode();
            }

            return fleet;
        }

        /// <summary>Runs a command on the fleet and returns what it used, and the metric calls that it made.</summary>
        /// <param name="arguments">The command and its options but the scope.</param>
        public async Task<(ProcessUsage Usage, long Calls)> MeasureAsync(params string[] arguments)
        {
            (await client.DeleteAsync("/local/calls")).Dispose();
            using var advisor = AdvisorProcess.Start([.. arguments, .. Scope]);
            var usage = ProcessUsage.FollowAsync(advisor.Id);
            await advisor.StandardOutput.BaseStream.CopyToAsync(Stream.Null);
            await advisor.WaitForExitAsync();
            var calls = (await client.GetFromJsonAsync<JsonObject>("/local/calls"))!;
            return advisor.ExitCode == 0
                ? (await usage, calls["metricBatch"]!.GetValue<long>() + calls["metricSingle"]!.GetValue<long>())
                : throw new InvalidOperationException($"advisor {string.Join(' ', arguments)} ended with {advisor.ExitCode}.");
        }

        /// <summary>Runs <c>advisor evaluate</c> and returns its time, what it used, and the metric calls that it made.</summary>
        public async Task<(TimeSpan Elapsed, ProcessUsage Usage, long Calls)> EvaluateAsync()
        {
            (await client.DeleteAsync("/local/calls")).Dispose();
            var clock = Stopwatch.StartNew();
            using var evaluate = AdvisorProcess.Start(Arguments);
            var usage = ProcessUsage.FollowAsync(evaluate.Id);
            using var report = JsonDocument.Parse(await evaluate.StandardOutput.ReadToEndAsync());
            await evaluate.WaitForExitAsync();
            var elapsed = clock.Elapsed;
            var counts = (await client.GetFromJsonAsync<JsonObject>("/local/calls"))!;
            Print(
                $"  {report.RootElement.GetProperty("resources").GetArrayLength()} resources evaluated in {elapsed.TotalSeconds:F2} "
                    + $"s; calls: {counts.ToJsonString()}"
            );
            return (elapsed, await usage, counts["metricBatch"]!.GetValue<long>() + counts["metricSingle"]!.GetValue<long>());
        }

        public void Dispose()
        {
            client.Dispose();
            azure.Kill();
            azure.WaitForExit(); // its processor time is that of a child from now on, and not during the next measurement
            azure.Dispose();
        }
    }

    private static async Task<(TimeSpan Elapsed, int Calls)> ReadOneByOneAsync(HttpClient client, string subscription)
    {
        var clock = Stopwatch.StartNew();
        var (end, calls) = (DateTimeOffset.UtcNow.AddMinutes(-2), 0);
        foreach (var type in new[] { "signalR", "webPubSub" })
        {
            var next = $"/subscriptions/{subscription}/providers/Microsoft.SignalRService/{type}?api-version=2024-03-01";
            while (next is not null)
            {
                var page = (await client.GetFromJsonAsync<JsonObject>(next))!;
                foreach (var resource in page["value"]!.AsArray())
                {
                    var names = type == "signalR" ? Metrics : MetricsWebPubSub;
                    var url =
                        $"{resource!["id"]}/providers/microsoft.insights/metrics"
                        + $"?timespan={end.AddHours(-1):yyyy-MM-ddTHH:mm:00Z}/{end:yyyy-MM-ddTHH:mm:00Z}"
                        + $"&interval=PT1M&metricnames={names}&aggregation=maximum,total&api-version=2018-01-01";
                    using var answer = await client.GetAsync(url);
                    answer.EnsureSuccessStatusCode();
                    using var parsed = await JsonDocument.ParseAsync(await answer.Content.ReadAsStreamAsync());
                    calls++;
                }

                next = page["nextLink"]?.GetValue<string>() is { Length: > 0 } link ? new Uri(link).PathAndQuery : null;
            }
        }

        return (clock.Elapsed, calls);
    }

    private static void Print(string line) => Console.Out.WriteLine(line);
}
