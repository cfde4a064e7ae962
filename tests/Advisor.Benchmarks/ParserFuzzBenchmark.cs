using System.Diagnostics;
using Advisor.Cli.Tests.Fuzzing;

namespace Advisor.Benchmarks;

/// <summary>
/// Every parser of bytes from outside, with inputs mutated from its corpus: no exception that it does not document, no input over a second,
/// no growth of memory. An input that does harm goes into the corpus, with a test that was red before it was mended.
/// </summary>
internal static class ParserFuzzBenchmark
{
    private const double MegaByte = 1e6,
        MaxGrowth = 8 * MegaByte;

    public static Benchmark Benchmark { get; } =
        new(
            "fuzz-parsers",
            "Mutated inputs for every parser of bytes from outside: [INPUTS, default 1000000] [SEED, default 1] [PARSER]",
            args => Task.FromResult(Run(args))
        );

    private static int Run(string[] args)
    {
        var (inputs, seed) = (args.Length > 0 ? int.Parse(args[0]) : 1_000_000, args.Length > 1 ? int.Parse(args[1]) : 1);
        var targets = ParserTargets.All.Where(target => args.Length < 3 || target.Name == args[2]).ToList();
        if (targets.Count == 0)
        {
            Console.Error.WriteLine($"fuzz-parsers: one of {string.Join(", ", ParserTargets.All)}.");
            return 2;
        }

        var isSound = true;
        foreach (var target in targets)
        {
            var begun = Stopwatch.GetTimestamp();
            var run = ParserFuzz.Run(target, inputs, seed);
            Console.Out.WriteLine(
                $"{target.Name, -14} {run.Inputs, 11:#,0} inputs of seed {seed} in {Stopwatch.GetElapsedTime(begun).TotalSeconds, 5:0} s: "
                    + $"{run.Faults.Count} faults, slowest {run.Slowest.TotalMilliseconds:0} ms, {run.Growth / MegaByte:0.0} MB more"
            );
            run.Faults.ToList().ForEach(Console.Out.WriteLine);
            isSound &= run.Faults.Count == 0 && run.Slowest < TimeSpan.FromSeconds(1) && run.Growth < MaxGrowth;
        }

        return isSound ? 0 : 1;
    }
}
