using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;

namespace Advisor.Benchmarks;

/// <summary>
/// <c>advisor watch</c> as a process of its own, to which Azure answers oddly, thousands of times, for three of ten resources. It must not
/// end, and the other seven must not notice.
/// </summary>
internal static class AnswersBenchmark
{
    private const int CleanTicks = 12;

    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);
    private static readonly string[] Victims = ["hot-chat", "live-webpubsub", "premium-autoscale"];

    public static Benchmark Benchmark { get; } =
        new(
            "answers",
            "watch under mutated answers of Azure: what ends it, what hurts others: [ANSWERS, default 10000] [SEED, default 1]",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var wanted = args.Length > 0 ? int.Parse(args[0]) : 10_000;
        var mutations = new AnswerMutations(args.Length > 1 ? int.Parse(args[1]) : 1);
        var counts = new ConcurrentDictionary<CallKind, int>();
        var gate = new Lock();
        var clock = new ManualTimeProvider(Start);
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = clock,
                ScalingTime = TimeSpan.FromSeconds(170),
                Rewrite = (kind, path, body) =>
                {
                    lock (gate)
                    {
                        var odd =
                            counts.Values.Sum() < wanted && body.Length > 0
                                ? mutations.Mutate(body, root => FindElement(root, path))
                                : body;
                        counts.AddOrUpdate(kind, odd == body ? 0 : 1, (_, count) => count + (odd == body ? 0 : 1));
                        return odd;
                    }
                },
            }
        );
        var folder = Directory.CreateTempSubdirectory("advisor-answers-").FullName;
        var file = Path.Combine(folder, "state.db");
        var bystanders = azure.Resources.Where(r => !Victims.Contains(r.Name)).ToList();
        var harmed = new ConcurrentQueue<string>();
        var begun = Stopwatch.GetTimestamp();
        using var watch = AdvisorProcess.Start(
            "watch",
            "--endpoint",
            azure.Endpoint.AbsoluteUri,
            "--subscription",
            azure.SubscriptionId,
            "--hours",
            "1000",
            "--mode",
            "auto",
            "--state",
            file
        );
        var reading = ReadAsync(
            watch.StandardOutput,
            line =>
            {
                // A problem is printed as "TIME ID: REASON"; the lines of alerts are indented.
                if (
                    line.Contains("The step", StringComparison.Ordinal)
                    || (line.StartsWith('2') && bystanders.Exists(r => line.Contains(r.Id + ":", StringComparison.OrdinalIgnoreCase)))
                )
                {
                    harmed.Enqueue(line);
                }
            }
        );
        DateTimeOffset? cleanSince = null;
        for (var said = 0; !watch.HasExited && (cleanSince is null || clock.GetUtcNow() < cleanSince.Value.AddMinutes(CleanTicks)); )
        {
            await Task.Delay(TimeSpan.FromMilliseconds(200));
            var made = counts.Values.Sum();
            cleanSince ??= made >= wanted ? clock.GetUtcNow() : null;
            if (made / 1000 > said)
            {
                said = made / 1000;
                await Console.Error.WriteLineAsync($"{made:#,0} answers by {clock.GetUtcNow():yyyy-MM-dd HH:mm}");
            }
        }

        var ended = watch.HasExited;
        if (!ended)
        {
            using var stop = Process.Start("kill", ["-TERM", watch.Id.ToString()]);
        }

        await watch.WaitForExitAsync();
        await reading;
        var behind = await ListBehindAsync(file, bystanders.Where(r => r.Name != "silent-metrics").Select(r => r.Id), cleanSince ?? Start);
        Console.Out.WriteLine(
            $"{counts.Values.Sum():#,0} mutated answers in {(clock.GetUtcNow() - Start).TotalMinutes:#,0} ticks and "
                + $"{Stopwatch.GetElapsedTime(begun).TotalSeconds:0} s"
        );
        Console.Out.WriteLine(
            "  by call: " + string.Join(", ", counts.Where(c => c.Value > 0).OrderBy(c => c.Key).Select(c => $"{c.Key} {c.Value:#,0}"))
        );
        Console.Out.WriteLine($"  watch ended by itself: {(ended ? "yes" : "no")}; exit code after SIGTERM: {watch.ExitCode}");
        Console.Out.WriteLine(
            $"  lines about the other {bystanders.Count} resources or failed steps: {harmed.Count}; of them behind at the end: "
                + $"{behind.Count}"
        );
        foreach (var line in harmed.Distinct().Take(10).Concat(behind))
        {
            Console.Out.WriteLine("    " + line);
        }

        Directory.Delete(folder, recursive: true);
        return !ended && watch.ExitCode == 0 && harmed.IsEmpty && behind.Count == 0 ? 0 : 1;
    }

    /// <summary>What an answer says of a victim: its element of a list or a batch, or the whole answer to a call about it alone.</summary>
    private static JsonNode? FindElement(JsonNode root, string path) =>
        (root is JsonObject ? root["value"] ?? root["values"] : null) is JsonArray elements
            ? elements.FirstOrDefault(element =>
                element is not null && Victims.Any(v => element.ToJsonString().Contains("/" + v, StringComparison.OrdinalIgnoreCase))
            )
        : Victims.Any(v => path.Contains("/" + v, StringComparison.OrdinalIgnoreCase)) ? root
        : null;

    private static async Task ReadAsync(TextReader output, Action<string> take)
    {
        while (await output.ReadLineAsync() is { } line)
        {
            take(line);
        }
    }

    /// <summary>Those whose newest known minute is from before the end of the mutations.</summary>
    private static async Task<List<string>> ListBehindAsync(string file, IEnumerable<string> ids, DateTimeOffset since)
    {
        using var store = SqliteStateStore.Open(file);
        var state = await AdvisorState.OpenAsync(store, 1, Start, CancellationToken.None);
        var behind = new List<string>();
        foreach (var id in ids)
        {
            var known = ResourceStateDocument.Read((await state.LoadAsync(id, CancellationToken.None)).State).Memory?.State?.Time;
            behind.AddRange(known >= since ? [] : [$"{id} is known until {known:u}"]);
        }

        return behind;
    }
}
