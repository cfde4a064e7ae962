using System.Diagnostics;
using System.Text;
using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Benchmarks;

/// <summary>
/// Broken lines through the pipe of <c>advisor decide</c>, under a configuration with schedules in time zones: each line has one answer, in
/// order, none of them a fault of the program, which ends with 0.
/// </summary>
internal static class LineBenchmark
{
    private const int LinesOfPart = 100;

    private const string Settings = """
        schedules:
          - { name: morning, days: "*", from: "08:00", to: "09:00", timeZone: Europe/Berlin, minUnits: 3 }
          - { name: night, days: "*", from: "22:00", to: "06:00", timeZone: Pacific/Apia, freeze: true }
        events:
          - { name: launch, start: "2199-12-31T23:00", end: "2199-12-31T23:59", timeZone: UTC, minUnits: 4 }
        """;

    public static Benchmark Benchmark { get; } =
        new(
            "lines",
            "Mutated lines through advisor decide, each of which must be answered. Options: LINES (default 200000) SEED (default 1).",
            RunAsync
        );

    private static async Task<int> RunAsync(string[] args)
    {
        var (count, seed) = (ParseNumber(args, 0, 200_000), ParseNumber(args, 1, 1));
        var settings = Path.GetTempFileName();
        await File.WriteAllTextAsync(settings, Settings);
        try
        {
            using var advisor = AdvisorProcess.Start("decide", "--config", settings);
            var begun = Stopwatch.GetTimestamp();
            var answers = CountAnswersAsync(advisor.StandardOutput);
            WriteLines(advisor.StandardInput.BaseStream, count, seed);
            advisor.StandardInput.Close();
            var (answered, misplaced, codes) = await answers;
            await advisor.WaitForExitAsync();
            Console.Out.WriteLine(
                $"{count:#,0} lines of seed {seed}: {answered:#,0} answered, {misplaced} out of place, "
                    + $"exit {advisor.ExitCode}, {count / Stopwatch.GetElapsedTime(begun).TotalSeconds:#,0} a second"
            );
            Console.Out.WriteLine(
                string.Join(", ", codes.OrderByDescending(code => code.Value).Select(code => $"{code.Key} {code.Value:#,0}"))
            );
            return answered == count && misplaced == 0 && advisor.ExitCode == 0 && !codes.ContainsKey("ProgramFault") ? 0 : 1;
        }
        finally
        {
            File.Delete(settings);
        }
    }

    private static int ParseNumber(string[] args, int at, int otherwise) => args.Length > at ? int.Parse(args[at]) : otherwise;

    private static void WriteLines(Stream input, int count, int seed)
    {
        var lines = new LineMutations(seed);
        using var part = new MemoryStream();
        for (var i = 1; i <= count; i++)
        {
            part.Write(lines.CreateNext());
            part.WriteByte((byte)'\n');
            if (i % LinesOfPart == 0 || i == count)
            {
                part.WriteTo(input);
                part.SetLength(0);
            }
        }
    }

    private static async Task<(int Answered, int Misplaced, Dictionary<string, int> Codes)> CountAnswersAsync(StreamReader output)
    {
        var (answered, misplaced, codes) = (0, 0, new Dictionary<string, int>(StringComparer.Ordinal));
        while (await output.ReadLineAsync() is { } text)
        {
            answered++;
            using var answer = JsonDocument.Parse(Encoding.UTF8.GetBytes(text));
            var isError = answer.RootElement.TryGetProperty("error", out var error);
            var code = isError ? error.GetProperty("code").GetString()! : answer.RootElement.GetProperty("action").GetString()!;
            misplaced += isError && answer.RootElement.GetProperty("line").GetInt32() != answered ? 1 : 0;
            codes[code] = codes.GetValueOrDefault(code) + 1;
        }

        return (answered, misplaced, codes);
    }
}
