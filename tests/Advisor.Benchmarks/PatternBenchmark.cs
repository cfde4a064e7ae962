using System.Diagnostics;
using System.Text;
using Advisor.Configuration;
using Advisor.Configuration.Resources;
using Advisor.Configuration.Rules;
using Advisor.Core.Rules;

namespace Advisor.Benchmarks;

/// <summary>
/// What entries under <c>resources:</c> cost, one for each resource of a fleet by its full id: their patterns and the index alone, a whole
/// advisor.yaml of them from text to settings, and the look-up of a resource's entries against comparing every pattern in turn. Processor
/// time, since others may have the machine.
/// </summary>
internal static class PatternBenchmark
{
    private const double MostSeconds = 1,
        MostMegabytes = 100;
    private const int ComparedInTurn = 100;

    public static Benchmark Benchmark { get; } =
        new(
            "patterns",
            "So many entries under resources (default 50000): time, memory, look-ups. Ends with 1 where they take a second, "
                + "or with their file 100 MB.",
            args => Task.FromResult(Run(args))
        );

    private static int Run(string[] args)
    {
        var count = args.Length > 0 ? int.Parse(args[0]) : 50_000;
        var rules = RuleSetLoader.Embedded;
        Load(RenderYaml(100), rules); // so that the code is there before it is measured
        var ids = Enumerable.Range(0, count).Select(CreateId).ToList();

        var (entries, alone) = Measure(() =>
            ResourceEntries.Create([.. ids.Select(id => new ResourceEntry(new ResourcePattern(id), new SettingsPatch()))])
        );
        var (found, indexed) = Measure(() => ids.Sum(id => entries.FindMatching(id).Count()));
        var (inTurn, compared) = Measure(() => ids.Take(ComparedInTurn).Sum(id => entries.Count(entry => entry.Match.Matches(id))));
        var yaml = RenderYaml(count);
        GC.Collect();
        var (configuration, file) = Measure(() => Load(yaml, rules));

        var (byIndex, oneByOne) = (indexed.Processor / count, compared.Processor / ComparedInTurn);
        Console.Out.WriteLine($"{count:#,0} patterns and their index: {alone.Text}");
        Console.Out.WriteLine($"advisor.yaml of them, {yaml.Length / 1e6:0.0} MB: {file.Text}");
        Console.Out.WriteLine(
            $"entries of one resource: {byIndex.TotalMicroseconds:0.00} µs by the index, {oneByOne.TotalMicroseconds:#,0} µs "
                + $"by comparing every pattern; ratio {oneByOne / byIndex:#,0}"
        );
        return
            found == count
            && inTurn == ComparedInTurn
            && configuration.Resources.Count == count
            && alone.Processor.TotalSeconds < MostSeconds
            && Math.Max(alone.Megabytes, file.Megabytes) < MostMegabytes
            ? 0
            : 1;
    }

    private static (T Result, Cost Cost) Measure<T>(Func<T> work)
    {
        GC.Collect();
        var (before, begun) = (ProcessUsage.Read(Environment.ProcessId), Stopwatch.GetTimestamp());
        var result = work();
        var (elapsed, after) = (Stopwatch.GetElapsedTime(begun), ProcessUsage.Read(Environment.ProcessId));
        return (result, new Cost(after.Processor - before.Processor, elapsed, Math.Max(0, (after.Peak - before.Resident) / 1e6)));
    }

    private static AdvisorConfiguration Load(string yaml, RuleSet rules) =>
        ConfigurationLoader.Parse(yaml, rules).Configuration
        ?? throw new InvalidOperationException("The benchmark's own file does not load.");

    private static string RenderYaml(int count)
    {
        var text = new StringBuilder("resources:\n");
        for (var i = 0; i < count; i++)
        {
            text.Append($"  - {{ match: {CreateId(i)}, maxUnits: 50 }}\n");
        }

        return text.ToString();
    }

    private static string CreateId(int i) =>
        $"/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-chat"
        + $"/providers/Microsoft.SignalRService/SignalR/chat-{i}";

    /// <param name="Megabytes">The most memory beyond what there was.</param>
    private sealed record Cost(TimeSpan Processor, TimeSpan Elapsed, double Megabytes)
    {
        public string Text =>
            $"{Processor.TotalSeconds:0.00} s of processor time ({Elapsed.TotalSeconds:0.00} s), at most {Megabytes:0} MB more memory";
    }
}
