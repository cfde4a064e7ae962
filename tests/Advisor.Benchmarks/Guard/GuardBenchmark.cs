using Advisor.Tests;

namespace Advisor.Benchmarks.Guard;

/// <summary>
/// The cost of the commands that people wait for, compared with the figures kept beside it: fails beyond 1.3 times. <c>--update</c> keeps
/// the figures of this run and writes them into docs/bench.md. Caches and memory of another kind of machine cost a command more than the
/// reference work: there, <c>--kept</c> names the figures that an older checkout measured with <c>--update</c> on the same machine.
/// </summary>
internal static class GuardBenchmark
{
    private const int Lines = 60_000,
        Starts = 10;

    public static Benchmark Benchmark { get; } =
        new(
            "guard",
            "Calls, processor time and memory of evaluate, watch, decide, plan and the start, against the kept figures: [--update] "
                + "[--kept FILE]",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var own = RepositoryFiles.GetPath("tests", "Advisor.Benchmarks", "Guard", "figures.json");
        var kept = args is ["--kept", var file] ? file : own;
        var isUpdate = args is ["--update"];
        if (!isUpdate && kept == own && args.Length > 0)
        {
            Console.Error.WriteLine($"guard: {string.Join(' ', args)} is not known. Options: --update, or --kept FILE.");
            return 2;
        }

        if (!File.Exists(kept))
        {
            Console.Error.WriteLine($"guard: there is no file {kept}.");
            return 2;
        }

        Console.Error.WriteLine("guard: about four minutes on two cores.");
        var run = new GuardFigures(DateOnly.FromDateTime(DateTime.UtcNow), Math.Round(ReferenceWork.Measure(), 2), await MeasureAsync());
        Console.Out.Write(run.ToMarkdown());
        Console.Out.WriteLine($"reference work: {run.Reference:0.00} s");
        if (isUpdate)
        {
            run.Write(own);
            DocTable.Replace("guard", run.ToMarkdown());
            return 0;
        }

        var excess = run.FindExcess(GuardFigures.Read(kept)).ToList();
        excess.ForEach(Console.Error.WriteLine);
        return excess.Count == 0 ? 0 : 1;
    }

    private static async Task<List<GuardFigure>> MeasureAsync()
    {
        var state = Path.Combine(Path.GetTempPath(), $"advisor-guard-{Environment.ProcessId}.db");
        try
        {
            return
            [
                .. await MeasureFleetAsync(1000),
                await MeasureAsync("watch --local --hours 24", ["watch", "--local", "--mode", "auto", "--hours", "24", "--state", state]),
                await MeasureAsync($"decide, {Lines:#,##0} lines", ["decide"], writes: true),
                await MeasureAsync(
                    "plan",
                    ["plan", "--use-case", "broadcast", "--connections", "5000", "--message-bytes", "2048", "--interval", "1"],
                    Starts
                ),
                await MeasureAsync("--version", ["--version"], Starts),
            ];
        }
        finally
        {
            foreach (var file in Directory.GetFiles(Path.GetTempPath(), Path.GetFileName(state) + "*"))
            {
                File.Delete(file);
            }
        }
    }

    /// <summary>Measures the commands that read a whole fleet, of which one has its resources in groups of up to ten.</summary>
    private static async Task<List<GuardFigure>> MeasureFleetAsync(int resources)
    {
        var groups = Path.Combine(Path.GetTempPath(), $"advisor-guard-{Environment.ProcessId}.yaml");
        await File.WriteAllLinesAsync(
            groups,
            ["resources:", .. Enumerable.Range(0, 1000).Select(i => $"  - {{ match: local-0{i:000}*, endpointGroup: g{i} }}")]
        );
        try
        {
            using var fleet = await EvaluateBenchmark.Fleet.StartAsync(resources, EvaluateBenchmark.Latency);
            await fleet.EvaluateAsync(); // warm: the server's code and its minutes
            (string Command, string[] Arguments)[] commands =
            [
                ($"evaluate, {resources:#,##0} resources", ["evaluate", "--output", "json"]),
                ("the same in endpoint groups", ["evaluate", "--output", "json", "--config", groups]),
                ($"report, {resources:#,##0} resources", ["report", "--output", "html"]),
            ];
            var figures = new List<GuardFigure>();
            foreach (var (command, arguments) in commands)
            {
                Console.Error.WriteLine($"guard: {command}");
                var (usage, calls) = await fleet.MeasureAsync(arguments);
                figures.Add(new(command, calls, Math.Round(usage.Processor.TotalSeconds, 2), usage.Peak >> 20));
            }

            return figures;
        }
        finally
        {
            File.Delete(groups);
        }
    }

    /// <summary>Runs a command, and returns its processor time and peak memory; of several runs, the mean and the highest.</summary>
    private static async Task<GuardFigure> MeasureAsync(string command, string[] arguments, int runs = 1, bool writes = false)
    {
        Console.Error.WriteLine($"guard: {command}");
        var (before, peak) = (ChildTimes.Read(), 0L);
        for (var run = 0; run < runs; run++)
        {
            using var advisor = AdvisorProcess.Start(arguments);
            var watching = ProcessUsage.FollowAsync(advisor.Id);
            var reading = advisor.StandardOutput.BaseStream.CopyToAsync(Stream.Null);
            if (writes)
            {
                DecideBenchmark.WriteLines(advisor.StandardInput.BaseStream, 0, Lines);
            }

            advisor.StandardInput.Close();
            await reading;
            await advisor.WaitForExitAsync();
            peak = Math.Max(peak, (await watching).Peak);
            if (advisor.ExitCode != 0)
            {
                throw new InvalidOperationException($"advisor {string.Join(' ', arguments)} ended with {advisor.ExitCode}.");
            }
        }

        return new GuardFigure(command, null, Math.Round((ChildTimes.Read() - before).TotalSeconds / runs, 2), peak >> 20);
    }
}
