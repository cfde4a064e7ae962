using System.Text.Json;
using System.Text.Json.Serialization;

namespace Advisor.Benchmarks.Guard;

/// <summary>What one command cost.</summary>
/// <param name="Command">The command, as in docs/bench.md.</param>
/// <param name="Calls">Metric calls; null where none are made.</param>
/// <param name="Processor">Seconds of user and system time.</param>
/// <param name="Peak">Most memory at once, in MB.</param>
internal sealed record GuardFigure(string Command, long? Calls, double Processor, double Peak);

/// <summary>The figures of a run.</summary>
/// <param name="Measured">Day.</param>
/// <param name="Reference">Processor time of <see cref="ReferenceWork"/> in the same run, in seconds: how fast the machine was.</param>
/// <param name="Figures">A figure a command.</param>
internal sealed record GuardFigures(DateOnly Measured, double Reference, IReadOnlyList<GuardFigure> Figures)
{
    /// <summary>How many times a kept figure may be reached.</summary>
    private const double Limit = 1.3;

    public static GuardFigures Read(string file) =>
        JsonSerializer.Deserialize(File.ReadAllText(file), GuardJson.Default.GuardFigures)
        ?? throw new InvalidDataException($"{file} has no figures.");

    public void Write(string file) => File.WriteAllText(file, JsonSerializer.Serialize(this, GuardJson.Default.GuardFigures) + "\n");

    /// <summary>
    /// Returns a line for each figure beyond 1.3 times the kept one. Processor time is compared in units of the reference, so that a slow
    /// machine does not fail, nor a fast one hide a loss.
    /// </summary>
    public IEnumerable<string> FindExcess(GuardFigures kept)
    {
        foreach (var before in kept.Figures)
        {
            if (Figures.FirstOrDefault(figure => figure.Command == before.Command) is not { } now)
            {
                yield return $"{before.Command}: not measured.";
                continue;
            }

            var speed = kept.Reference / Reference;
            foreach (
                var (what, value, old, unit) in new[]
                {
                    ("metric calls", now.Calls ?? 0, before.Calls ?? 0, ""),
                    ("processor time", now.Processor * speed, before.Processor, " s"),
                    ("peak memory", now.Peak, before.Peak, " MB"),
                }
            )
            {
                if (value > Limit * old)
                {
                    yield return $"{before.Command}: {what} {value:0.00}{unit}, more than {Limit} times {old:0.00}{unit}.";
                }
            }
        }
    }

    /// <summary>Renders the table of docs/bench.md.</summary>
    public string ToMarkdown()
    {
        var rows = Figures.Select(figure =>
            $"| {figure.Command} | {figure.Calls?.ToString() ?? ""} | {figure.Processor:0.00} s | {figure.Peak:0} MB |\n"
        );
        return "| command | metric calls | processor time | peak memory |\n| --- | --: | --: | --: |\n" + string.Concat(rows);
    }
}

[JsonSerializable(typeof(GuardFigures))]
[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
internal sealed partial class GuardJson : JsonSerializerContext;
