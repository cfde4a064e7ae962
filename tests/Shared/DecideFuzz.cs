using System.Diagnostics;
using System.Text;
using System.Text.Json;

namespace Advisor.Tests;

/// <summary>
/// Drives <c>advisor decide</c> with <see cref="LineSequences"/> in batches and judges each answer. Half of the decided sizes are applied,
/// the others are not.
/// </summary>
/// <param name="seed">Seed of the lines; the same seed gives the same lines to a program that gives the same answers.</param>
/// <param name="readTime">Returns the processor time of the program so far; by default time passes as on the clock.</param>
internal sealed class DecideFuzz(int seed, Func<TimeSpan>? readTime = null)
{
    private const int MaxBatch = 200,
        MaxViolations = 10;

    private readonly LineSequences lines = new(seed);
    private readonly Random random = new(seed);
    private readonly Func<TimeSpan> readTime = readTime ?? (() => Stopwatch.GetElapsedTime(0));
    private readonly Dictionary<string, DateTime> decided = new(StringComparer.Ordinal);

    /// <summary>Answers received.</summary>
    public int Answered { get; private set; }

    /// <summary>Answers by action, or by code of the error.</summary>
    public Dictionary<string, int> Answers { get; } = new(StringComparer.Ordinal);

    /// <summary>The first answers that break a law, each in a sentence with the line.</summary>
    public List<string> Violations { get; } = [];

    /// <summary>
    /// Longest time from the start of a batch until its last answer: no line in it took longer. The first batch, which waits for the start
    /// of the program, does not count.
    /// </summary>
    public TimeSpan Slowest { get; private set; }

    /// <summary>Sends lines and reads their answers.</summary>
    /// <param name="count">Number of lines.</param>
    /// <param name="input">Standard input of the program; not closed here.</param>
    /// <param name="output">Standard output of the program.</param>
    public async Task RunAsync(int count, Stream input, TextReader output)
    {
        for (var end = Answered + count; Answered < end; )
        {
            var batch = new SequenceLine[Math.Min(random.Next(1, MaxBatch + 1), end - Answered)];
            for (var i = 0; i < batch.Length; i++)
            {
                batch[i] = lines.CreateNext();
            }

            var (isFirst, begun) = (Answered == 0, this.readTime());
            var written = WriteAsync(input, [.. batch.SelectMany(line => (byte[])[.. line.Bytes, (byte)'\n'])]);
            foreach (var line in batch)
            {
                if (await output.ReadLineAsync() is not { } answer)
                {
                    Report(line, "the program ended");
                    return;
                }

                Answered++;
                Judge(line, answer);
            }

            await written;
            var taken = this.readTime() - begun;
            Slowest = isFirst || taken < Slowest ? Slowest : taken;
        }
    }

    private static async Task WriteAsync(Stream input, byte[] bytes)
    {
        await input.WriteAsync(bytes);
        await input.FlushAsync();
    }

    private void Judge(SequenceLine line, string text)
    {
        using var document = JsonDocument.Parse(Encoding.UTF8.GetBytes(text));
        var answer = document.RootElement;
        if (text.AsSpan().IndexOfAnyInRange('\0', '\u001F') >= 0 || text.Contains('\u202E', StringComparison.Ordinal))
        {
            Report(line, "a control character in " + text);
        }

        var isLate = decided.TryGetValue(line.Name, out var newest) && line.Time < newest;
        if (answer.TryGetProperty("error", out var error))
        {
            var code = error.GetProperty("code").GetString()!;
            Count(code);
            var isExpected = !line.IsGood || (isLate && code == "TimeWentBackwards");
            if (answer.GetProperty("line").GetInt32() != Answered || code == "ProgramFault" || !isExpected)
            {
                Report(line, text);
            }

            return;
        }

        var action = answer.GetProperty("action").GetString()!;
        Count(action);
        var time = answer.GetProperty("time").GetDateTimeOffset().UtcDateTime;
        if (FindBrokenLaw(line, answer, action, time) is { } broken)
        {
            Report(line, broken + ": " + text);
        }

        if (line.IsGood && isLate)
        {
            Report(line, "decided although a later minute was: " + text);
        }

        decided[line.Name] = time > newest ? time : newest;
        lines.Observe(line.Resource, time);
        if (line.IsGood && random.Next(2) == 0)
        {
            lines.Apply(line.Resource, answer.GetProperty("units").GetInt32());
        }
    }

    private void Count(string answer) => Answers[answer] = Answers.GetValueOrDefault(answer) + 1;

    private static string? FindBrokenLaw(SequenceLine line, JsonElement answer, string action, DateTime time)
    {
        var (units, sku) = (answer.GetProperty("units").GetInt32(), answer.GetProperty("sku").GetString()!);
        if (answer.GetProperty("resource").GetString() != line.Name)
        {
            return "the answer to another line";
        }

        if (LineSequences.FindLadder(sku) is not { } ladder || !ladder.Contains(units))
        {
            return "a size that cannot be bought";
        }

        if (action is "scaleOut" or "scaleIn" && units is < LineSequences.MinUnits or > LineSequences.MaxUnits)
        {
            return "a size outside of the settings";
        }

        var isInDirection = action switch
        {
            "scaleOut" => units > line.Units,
            "scaleIn" => units < line.Units,
            "changeTier" => true,
            _ => units == line.Units,
        };
        return !line.IsGood || (isInDirection && time == line.Time) ? null : "a size against the action";
    }

    private void Report(SequenceLine line, string what)
    {
        if (Violations.Count < MaxViolations)
        {
            var text = Encoding.UTF8.GetString(line.Bytes.AsSpan(0, Math.Min(line.Bytes.Length, 2000)));
            Violations.Add($"{what} <- {text}");
        }
    }
}
