namespace Advisor.Benchmarks.Native;

/// <summary>
/// Commands of the native program beside those of the usual one, and both beside a minimal console program and a minimal ASP.NET Core one
/// that were published the same ways. Runs of the two alternate. <c>--update</c> writes the table into docs/bench.md.
/// </summary>
internal static class NativeBenchmark
{
    private const int Runs = 5,
        Lines = 60_000,
        Warmed = 1000;

    private static readonly string[] Plan =
    [
        "plan",
        "--use-case",
        "broadcast",
        "--connections",
        "5000",
        "--message-bytes",
        "2048",
        "--interval",
        "1",
    ];

    public static Benchmark Benchmark { get; } =
        new(
            "native",
            "Size, time and memory of the native program, in IL, and of minimal programs: [--update] [--fleets N,N (1000,10000)]",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var fleets = args.SkipWhile(arg => arg != "--fleets").Skip(1).FirstOrDefault() ?? "1000,10000";
        Progress("publishing six programs takes minutes");
        using var programs = await BuiltPrograms.PublishAsync();
        var rows = new List<string>
        {
            Row("size", native => $"{programs.Sizes[("advisor", native)] >> 20} MB{(native ? "" : " and .NET")}"),
        };
        using var lines = new MemoryStream();
        DecideBenchmark.WriteLines(lines, 0, Lines);
        rows.Add(await CompareAsync("`--version`", programs, "advisor", ["--version"]));
        rows.Add(await CompareAsync("`plan`", programs, "advisor", Plan));
        rows.Add(await CompareAsync("`demo`", programs, "advisor", ["demo"]));
        rows.Add(await CompareAsync($"`decide`, {Lines:#,##0} lines", programs, "advisor", ["decide"], lines.ToArray()));
        foreach (var resources in fleets.Split(',').Select(int.Parse))
        {
            rows.Add(await EvaluateAsync(programs, resources));
        }

        rows.Add(Row("minimal programs: console, web", native => FormatSizes(programs, native)));
        rows.Add(await CompareAsync("console", programs, "console", []));
        rows.Add(await CompareAsync("web, one request", programs, "web", []));
        var table = "| | IL | native |\n| --- | --: | --: |\n" + string.Concat(rows);
        Console.Out.Write(table);
        if (args.Contains("--update"))
        {
            DocTable.Replace("native", table);
        }

        return 0;
    }

    private static async Task<string> CompareAsync(
        string title,
        BuiltPrograms programs,
        string program,
        string[] arguments,
        ReadOnlyMemory<byte> input = default
    )
    {
        Progress(title);
        var measured = new Dictionary<bool, List<MeasuredProcess>> { [false] = [], [true] = [] };
        for (var run = 0; run <= Runs; run++)
        {
            foreach (var native in new[] { false, true })
            {
                var one = await MeasuredProcess.RunAsync([.. programs.Commands[(program, native)], .. arguments], input);

                // The first fills the disk's cache.
                if (run > 0)
                {
                    measured[native].Add(one);
                }
            }
        }

        return Row(title, native => Format(measured[native]));
    }

    private static async Task<string> EvaluateAsync(BuiltPrograms programs, int resources)
    {
        var title = $"`evaluate`, {resources:#,##0} resources";
        Progress(title);
        using var fleet = await EvaluateBenchmark.Fleet.StartAsync(resources, EvaluateBenchmark.Latency);
        var measured = new Dictionary<bool, MeasuredProcess>();
        foreach (var native in resources > Warmed ? new[] { false, true } : [true, false, true])
        {
            // The first of three warms the server, and is measured again; a large fleet warms it by itself.
            measured[native] = await MeasuredProcess.RunAsync([.. programs.Commands[("advisor", native)], .. fleet.Arguments]);
        }

        return Row(title, native => Format([measured[native]]));
    }

    private static string Format(IReadOnlyList<MeasuredProcess> runs) =>
        $"{Median(runs.Select(run => run.Elapsed)):0.000} s ({Median(runs.Select(run => run.Processor)):0.000}), "
        + $"{runs.Max(run => run.Peak) >> 20} MB";

    private static string FormatSizes(BuiltPrograms programs, bool native) =>
        $"{programs.Sizes[("console", native)] / 1048576.0:0.0}, {programs.Sizes[("web", native)] / 1048576.0:0.0} MB";

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    private static string Row(string title, Func<bool, string> cell) => $"| {title} | {cell(false)} | {cell(true)} |\n";

    private static void Progress(string step) => Console.Error.WriteLine($"native: {step}");
}
