using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace Advisor.Tests;

/// <summary>A parser that meets bytes from outside.</summary>
/// <param name="Name">Name on the command line of <c>tests/fuzz</c>, and of its files in the corpus.</param>
/// <param name="Corpus">Good inputs, and broken ones that once did harm.</param>
/// <param name="Parse">Reads an input; a problem is a value, so that any exception but those documented is a fault.</param>
/// <param name="Documented">Exceptions that the parser documents.</param>
internal sealed record FuzzTarget(string Name, IReadOnlyList<byte[]> Corpus, Action<byte[]> Parse, params Type[] Documented)
{
    /// <summary>
    /// Inputs of a run of the tests: 10,000, and fewer where one takes a millisecond, such as a whole file of rules or a call over HTTP.
    /// <c>tests/fuzz</c> runs as many as it is asked for.
    /// </summary>
    public int InputsOfTest { get; init; } = 10_000;

    public override string ToString() => Name;

    /// <summary>Creates a target whose corpus has the inputs too that once did harm: tests/Shared/Fuzzing/found/NAME-*.</summary>
    public static FuzzTarget Create(string name, Action<byte[]> parse, params IEnumerable<byte[]> corpus) =>
        new(name, [.. corpus, .. ReadFound(name)], parse);

    private static IEnumerable<byte[]> ReadFound(string name)
    {
        var folder = RepositoryFiles.GetPath("tests", "Shared", "Fuzzing", "found");
        return Directory.Exists(folder)
            ? Directory.EnumerateFiles(folder, name + "-*").Order(StringComparer.Ordinal).Select(File.ReadAllBytes)
            : [];
    }
}

/// <summary>An input that the parser did not take as documented.</summary>
internal sealed record FuzzFault(byte[] Input, Exception Error)
{
    public override string ToString() => $"{Error.GetType().Name}: {Error.Message}\n{Error.StackTrace}\n{Encoding.UTF8.GetString(Input)}";
}

/// <summary>Result of a run.</summary>
/// <param name="Slowest">Longest processor time of one input.</param>
/// <param name="Growth">Bytes in memory after the run, beyond those after its first tenth.</param>
internal sealed record FuzzRun(int Inputs, IReadOnlyList<FuzzFault> Faults, TimeSpan Slowest, long Growth);

/// <summary>Feeds a parser with inputs mutated from its corpus; a seed gives the same inputs.</summary>
internal static class ParserFuzz
{
    private const int MaxFaults = 5,
        MaxMutations = 6,
        MaxBytes = 64 * 1024;

    private const double MegaByte = 1e6,
        MaxGrowth = 8 * MegaByte;

    /// <summary>
    /// Runs the inputs of a test; or, for <c>tests/fuzz</c>, so many of a seed, which also may not take a second each nor grow in memory.
    /// </summary>
    /// <param name="target">Parser; skipped where <c>tests/fuzz</c> runs another one.</param>
    public static void Check(FuzzTarget target, ITestOutputHelper output)
    {
        // INPUTS,SEED or INPUTS,SEED,PARSER.
        var arguments = Environment.GetEnvironmentVariable("ADVISOR_FUZZ")?.Split(',');
        Assert.SkipWhen(arguments is [_, _, var only] && only != target.Name, "tests/fuzz runs another parser.");
        var (inputs, seed) = arguments is null
            ? (target.InputsOfTest, 1)
            : (int.Parse(arguments[0], CultureInfo.InvariantCulture), int.Parse(arguments[1], CultureInfo.InvariantCulture));
        var begun = Stopwatch.GetTimestamp();

        var run = Run(target, inputs, seed);

        output.WriteLine(
            $"{target.Name, -14} {run.Inputs, 11:#,0} inputs of seed {seed} in {Stopwatch.GetElapsedTime(begun).TotalSeconds, 5:0} s: "
                + $"{run.Faults.Count} faults, slowest {run.Slowest.TotalMilliseconds:0} ms, {run.Growth / MegaByte:0.0} MB more"
        );
        Assert.Empty(run.Faults);
        Assert.Equal(inputs, run.Inputs);
        Assert.True(arguments is null || run.Slowest < TimeSpan.FromSeconds(1), "An input took a second.");
        Assert.True(arguments is null || run.Growth < MaxGrowth, "Memory grew.");
    }

    public static FuzzRun Run(FuzzTarget target, int inputs, int seed)
    {
        var random = new Random(seed);
        var mutations = new ByteMutations(random);
        var faults = new List<FuzzFault>();
        var (slowest, baseline, done) = (TimeSpan.Zero, 0L, 0);
        for (; done < inputs && faults.Count < MaxFaults; done++)
        {
            var bytes = target.Corpus[random.Next(target.Corpus.Count)].ToList();
            mutations.Mutate(bytes, done < target.Corpus.Count ? 0 : random.Next(1, MaxMutations));
            byte[] input = [.. bytes.Take(MaxBytes)];
            var begun = Environment.CpuUsage.TotalTime;
            try
            {
                target.Parse(input);
            }
            catch (Exception error)
            {
                if (!target.Documented.Any(type => type.IsInstanceOfType(error)))
                {
                    faults.Add(new FuzzFault(input, error));
                }
            }

            var elapsed = Environment.CpuUsage.TotalTime - begun;
            slowest = elapsed > slowest ? elapsed : slowest;
            baseline = done == inputs / 10 ? GC.GetTotalMemory(forceFullCollection: true) : baseline;
        }

        return new FuzzRun(done, faults, slowest, GC.GetTotalMemory(forceFullCollection: true) - baseline);
    }
}
