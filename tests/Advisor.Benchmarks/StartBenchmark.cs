using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Benchmarks;

/// <summary>
/// From the start of the published executable to the answer of its first invocation, a tick over ten local resources with the state in a
/// storage emulator, and what it holds in memory then: native and in IL (ReadyToRun) in turns, each time with an empty state. The
/// order alternates, ratios are those of two starts in a row, and the processor time says what a busy machine hides. Ends
/// with 1 where a start of the package took longer than the host waits.
/// </summary>
internal static class StartBenchmark
{
    // Share of a core that an instance of 512 MB has on Flex Consumption, the smallest (docs, "Instance sizes"; 2,048 MB have one).
    private const double MinCores = 0.25;

    public static Benchmark Benchmark { get; } =
        new(
            "start",
            "The Functions app from start to first answer, and its memory, native against IL (ReadyToRun): [ROUNDS, default 15]",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var rounds = args.Length > 0 ? int.Parse(args[0]) : 15;
        using var native = await FunctionsPackage.PublishAsync();
        using var il = await FunctionsPackage.PublishAsync("--il");
        await using var azure = await LocalAzureHost.StartAsync();
        var (ofNative, ofIl) = (new List<Start>(), new List<Start>());
        for (var round = 0; round <= rounds; round++)
        {
            var first = await StartAsync(round % 2 == 0 ? native.Folder : il.Folder, azure);
            var second = await StartAsync(round % 2 == 0 ? il.Folder : native.Folder, azure);

            // The first round fills the disk's cache and does not count.
            if (round > 0)
            {
                ofNative.Add(round % 2 == 0 ? first : second);
                ofIl.Add(round % 2 == 0 ? second : first);
            }
        }

        Print($"{rounds} starts of each, medians (quartiles)");
        Print($"{"", -12}  {"answers GET /", 22}  {"first tick answered", 22}  {"processor time then", 22}  {"resident then", 20}");
        PrintRow("native", ofNative);
        PrintRow("IL", ofIl);
        Print(
            $"IL / native: {ComputeRatio(s => s.Ready.TotalSeconds):0.00} to GET /, "
                + $"{ComputeRatio(s => s.Answered.TotalSeconds):0.00} to the first tick, "
                + $"{ComputeRatio(s => s.Processor.TotalSeconds):0.00} in processor time, "
                + $"{ComputeRatio(s => s.Resident):0.00} in memory"
        );
        return IsWithinLimit(ofNative) ? 0 : 1;

        double ComputeRatio(Func<Start, double> value) => Quantile(ofIl.Zip(ofNative, (i, n) => value(i) / value(n)), 0.5);
    }

    private static async Task<Start> StartAsync(string folder, LocalAzureHost azure)
    {
        var (azurite, reason) = await Azurite.TryStartAsync();
        await using var storage = azurite ?? throw new InvalidOperationException(reason);
        var settings = new Dictionary<string, string>
        {
            ["Advisor__State__TableServiceUri"] = storage.Tables.AbsoluteUri,
            ["Advisor__AzureEndpoint"] = azure.Endpoint.AbsoluteUri,
            ["Advisor__Subscriptions"] = azure.SubscriptionId,
        };
        using var http = new HttpClient();
        using var body = new StringContent(
            InvocationBody.BuildTimer("timer", "Tick", DateTimeOffset.UtcNow, null, pastDue: false).ToJsonString(),
            Encoding.UTF8,
            "application/json"
        );
        var clock = Stopwatch.StartNew();
        await using var app = await AppProcess.StartAsync(
            folder,
            HostFile.Load(folder),
            settings,
            new ConcurrentQueue<string>(),
            CancellationToken.None
        );
        var ready = clock.Elapsed;
        using var answer = await http.PostAsync(new Uri(app.Address, "/Tick"), body);
        var answered = clock.Elapsed;
        answer.EnsureSuccessStatusCode();
        var used = ProcessUsage.Read(app.Id);
        return new Start(ready, answered, used.Processor, used.Resident);
    }

    // The processor time includes the first tick, so its figure is an upper bound.
    private static bool IsWithinLimit(List<Start> starts)
    {
        var limit = AppProcess.StartLimit.TotalSeconds;
        var slowest = starts.Max(s => s.Ready.TotalSeconds);
        var smallest = starts.Max(s => s.Processor.TotalSeconds) / MinCores;
        Print($"The host waits {limit:0} s for GET /: the slowest start took {slowest:0.00} s of them ({slowest / limit:0.0 %}).");
        Print(
            $"The most processor time of a start and its first tick is {smallest:0.0} s of an instance of 512 MB, a quarter of a "
                + $"core ({smallest / limit:0.0 %})."
        );
        return slowest <= limit;
    }

    private static void PrintRow(string name, List<Start> starts)
    {
        string FormatSeconds(Func<Start, TimeSpan> time) => FormatCell(s => time(s).TotalSeconds, "0.00", " s");
        string FormatCell(Func<Start, double> value, string format, string unit)
        {
            string FormatQuantile(double share) => Quantile(starts.Select(value), share).ToString(format);
            return $"{FormatQuantile(0.5)}{unit} ({FormatQuantile(0.25)}, {FormatQuantile(0.75)})";
        }

        Print(
            $"{name, -12}  {FormatSeconds(s => s.Ready), 22}  {FormatSeconds(s => s.Answered), 22}  {FormatSeconds(s => s.Processor), 22}  "
                + $"{FormatCell(s => s.Resident / 1e6, "0", " MB"), 20}"
        );
    }

    private static double Quantile(IEnumerable<double> values, double share)
    {
        double[] sorted = [.. values.Order()];
        return sorted[(int)Math.Round(share * (sorted.Length - 1))];
    }

    private static void Print(string line) => Console.Out.WriteLine(line);

    private sealed record Start(TimeSpan Ready, TimeSpan Answered, TimeSpan Processor, long Resident);
}
