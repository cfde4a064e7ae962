using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Advisor.HostStandIn;
using Advisor.LocalAzure;
using Advisor.Tests;

namespace Advisor.Benchmarks;

/// <summary>
/// From the start of the published executable to the answer of its first invocation, a sweep over ten local resources with the state in a storage emulator, and
/// what it holds in memory then: compiled ahead (ReadyToRun) and plain in turns, each time with an empty state.
/// </summary>
internal static class StartBenchmark
{
    public static Benchmark Benchmark { get; } = new("start", "The Functions app from start to first answer, and its memory, ReadyToRun against plain: [ROUNDS, default 7]", RunAsync);

    private static async Task<int> RunAsync(string[] args)
    {
        var rounds = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 7;
        using var ahead = await FunctionsPackage.PublishAsync(plain: false);
        using var plain = await FunctionsPackage.PublishAsync(plain: true);
        await using var azure = await LocalAzureHost.StartAsync();
        var (ofAhead, ofPlain) = (new List<Start>(), new List<Start>());
        for (var round = 0; round <= rounds; round++)
        {
            // The first of each fills the disk's cache and does not count.
            var (a, p) = (await StartAsync(ahead.Folder, azure), await StartAsync(plain.Folder, azure));
            if (round > 0)
            {
                ofAhead.Add(a);
                ofPlain.Add(p);
            }
        }

        Print($"{rounds} starts of each, medians (least, most)");
        Print($"{"",-14}  {"answers GET /",24}  {"first sweep answered",24}  {"resident then",22}");
        Row("ReadyToRun", ofAhead);
        Row("plain", ofPlain);
        Print($"plain / ReadyToRun: {Ratio(s => s.Ready.TotalSeconds):0.00} to GET /, {Ratio(s => s.Answered.TotalSeconds):0.00} to the first sweep, {Ratio(s => s.Resident):0.00} in memory");
        return 0;

        double Ratio(Func<Start, double> value) => Median(ofPlain, value) / Median(ofAhead, value);
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
        using var body = new StringContent(InvocationBody.Timer("timer", "Sweep", DateTimeOffset.UtcNow, null, null, pastDue: false).ToJsonString(), Encoding.UTF8, "application/json");
        var clock = Stopwatch.StartNew();
        await using var app = await AppProcess.StartAsync(folder, HostFile.Load(folder), settings, new ConcurrentQueue<string>(), CancellationToken.None);
        var ready = clock.Elapsed;
        using var answer = await http.PostAsync(new Uri(app.Address, "/Sweep"), body);
        var answered = clock.Elapsed;
        answer.EnsureSuccessStatusCode();
        return new Start(ready, answered, ProcessUsage.Of(app.Id).Resident);
    }

    private static void Row(string name, List<Start> starts)
    {
        string Seconds(Func<Start, TimeSpan> time) => string.Create(
            CultureInfo.InvariantCulture, $"{Median(starts, s => time(s).TotalSeconds):0.00} s ({starts.Min(time).TotalSeconds:0.00}, {starts.Max(time).TotalSeconds:0.00})");
        var memory = string.Create(
            CultureInfo.InvariantCulture, $"{Median(starts, s => s.Resident) / 1e6:0} MB ({starts.Min(s => s.Resident) / 1e6:0}, {starts.Max(s => s.Resident) / 1e6:0})");
        Print($"{name,-14}  {Seconds(s => s.Ready),24}  {Seconds(s => s.Answered),24}  {memory,22}");
    }

    private static double Median(List<Start> starts, Func<Start, double> value) => starts.Select(value).Order().ElementAt(starts.Count / 2);

    private static void Print(FormattableString line) => Console.Out.WriteLine(line.ToString(CultureInfo.InvariantCulture));

    private sealed record Start(TimeSpan Ready, TimeSpan Answered, long Resident);
}
