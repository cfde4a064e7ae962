using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Benchmarks;

/// <summary>
/// Sequences of lines through the pipe of <c>advisor decide</c>: time that goes back or jumps, sizes changed by others, impossible metrics,
/// broken lines. Each has one answer, in order, none of them a fault; every size can be bought and is within the settings; no line takes a
/// second of processor time; memory does not increase.
/// </summary>
internal static class FuzzBenchmark
{
    private const int Parts = 20;
    private const double MegaByte = 1e6,
        MaxIncrease = 32 * MegaByte;

    public static Benchmark Benchmark { get; } =
        new(
            "fuzz",
            "Seeded sequences of odd lines through advisor decide, judged by laws. Options: LINES (default 1000000) SEED (default 1).",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var (count, seed) = (ParseNumber(args, 0, 1_000_000), ParseNumber(args, 1, 1));
        var settings = Path.GetTempFileName();
        await File.WriteAllTextAsync(settings, LineSequences.Settings);
        try
        {
            using var advisor = AdvisorProcess.Start("decide", "--config", settings);
            var (fuzz, begun, half) = (new DecideFuzz(seed, () => ReadProcessorTime(advisor)), Stopwatch.GetTimestamp(), 0L);
            for (var part = 1; part <= Parts && fuzz.Violations.Count == 0; part++)
            {
                await fuzz.RunAsync(
                    (int)((long)count * part / Parts) - fuzz.Answered,
                    advisor.StandardInput.BaseStream,
                    advisor.StandardOutput
                );
                half = part <= Parts / 2 && !advisor.HasExited ? ProcessUsage.Read(advisor.Id).Peak : half;
            }

            var increase = advisor.HasExited ? 0 : ProcessUsage.Read(advisor.Id).Peak - half;
            advisor.StandardInput.Close();
            var rest = await advisor.StandardOutput.ReadToEndAsync();
            await advisor.WaitForExitAsync();
            Print(fuzz, seed, advisor.ExitCode, Stopwatch.GetElapsedTime(begun), half, increase);
            return
                fuzz.Answered == count
                && fuzz.Violations.Count == 0
                && rest.Length == 0
                && advisor.ExitCode == 0
                && fuzz.Slowest < TimeSpan.FromSeconds(1)
                && increase <= MaxIncrease
                ? 0
                : 1;
        }
        finally
        {
            File.Delete(settings);
        }
    }

    // Not that of the clock: the machine may have other work.
    private static TimeSpan ReadProcessorTime(Process advisor)
    {
        advisor.Refresh();
        return advisor.HasExited ? TimeSpan.Zero : advisor.TotalProcessorTime;
    }

    private static int ParseNumber(string[] args, int at, int otherwise) => args.Length > at ? int.Parse(args[at]) : otherwise;

    private static void Print(DecideFuzz fuzz, int seed, int exitCode, TimeSpan elapsed, long half, long increase)
    {
        Console.Out.WriteLine(
            $"{fuzz.Answered:#,0} lines of seed {seed} in {elapsed.TotalSeconds:0} s: exit {exitCode}, slowest batch "
                + $"{fuzz.Slowest.TotalMilliseconds:0} ms of processor time, memory at most "
                + $"{half / MegaByte:0} MB in the first half and {increase / MegaByte:0.#} MB more in the second"
        );
        Console.Out.WriteLine(
            string.Join(", ", fuzz.Answers.OrderByDescending(code => code.Value).Select(code => $"{code.Key} {code.Value:#,0}"))
        );
        foreach (var violation in fuzz.Violations)
        {
            Console.Out.WriteLine(violation);
        }
    }
}
