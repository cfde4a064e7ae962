using Advisor.Core.Text;
using Advisor.Lab.Scenarios;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Reads the group of each trace, for figures by group.</summary>
public static class ScenarioFamilies
{
    /// <param name="by">null = no groups; <c>trace</c> = one group per trace; else a CSV file <c>trace,family</c>.</param>
    /// <returns>The family of every trace; null without groups.</returns>
    /// <exception cref="CommandException">The file is missing or does not contain a trace.</exception>
    public static IReadOnlyDictionary<string, string>? Read(CliContext cli, string? by, IReadOnlyList<Scenario> scenarios)
    {
        var traces = scenarios.Select(s => s.Trace).Distinct(StringComparer.Ordinal);
        if (by is null || by == "trace")
        {
            return by is null ? null : traces.ToDictionary(t => t, t => t, StringComparer.Ordinal);
        }

        if (!File.Exists(cli.ResolvePath(by)))
        {
            throw CreateInvalidInput($"--by must be 'trace' or a CSV file 'trace,family'; there is no file '{by}'.");
        }

        var families = File.ReadLines(cli.ResolvePath(by))
            .Select(line => line.Split(','))
            .Where(fields => fields.Length == 2)
            .DistinctBy(fields => fields[0].Trim(), StringComparer.Ordinal)
            .ToDictionary(fields => fields[0].Trim(), fields => fields[1].Trim(), StringComparer.Ordinal);
        return traces.FirstOrDefault(t => !families.ContainsKey(t)) is { } missing
            ? throw CreateInvalidInput($"'{by}' has no line for the trace '{missing}'.")
            : families;
    }

    private static CommandException CreateInvalidInput(string text) => new(ExitCodes.InvalidInput, UntrustedText.Sanitize(text));
}
