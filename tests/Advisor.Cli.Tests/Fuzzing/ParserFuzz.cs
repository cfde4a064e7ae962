using System.Text;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Fuzzing;

/// <summary>A parser that meets bytes from outside.</summary>
/// <param name="Name">Name on the command line of the benchmark, and of its files in the corpus.</param>
/// <param name="Corpus">Good inputs, and broken ones that once did harm.</param>
/// <param name="Parse">Reads an input; a problem is a value, so that any exception but those documented is a fault.</param>
/// <param name="Documented">Exceptions that the parser documents.</param>
internal sealed record FuzzTarget(string Name, IReadOnlyList<byte[]> Corpus, Action<byte[]> Parse, params Type[] Documented)
{
    /// <summary>Inputs of a run of the tests: 10,000, and fewer where one is a whole file of rules, which takes milliseconds.</summary>
    public int InputsOfTest { get; init; } = 10_000;

    public override string ToString() => Name;
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
