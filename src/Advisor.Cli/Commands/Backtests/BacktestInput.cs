using Advisor.Core.Capacity;
using Advisor.Core.Text;
using Advisor.Lab.Scenarios;
using Advisor.Lab.Traces;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Reads the files and folders of a command line as scenarios.</summary>
internal static class BacktestInput
{
    private static readonly string[] Endings = [".csv", ".json"];

    /// <exception cref="CommandException">
    /// A path does not exist, a file cannot be read in its format, or there is nothing to replay.
    /// </exception>
    public static IReadOnlyList<Scenario> ReadScenarios(
        CliContext cli,
        IReadOnlyList<string> paths,
        ScenarioOptions options,
        MeasuredOptions measured,
        UnitLadder ladder,
        BacktestSettings settings
    )
    {
        var traces = new List<Trace>();
        var scenarios = new List<Scenario>();
        foreach (var file in paths.SelectMany(p => ListFiles(cli, p)))
        {
            var text = ReadText(file);
            // A file named .csv has no other name.
            var name = Path.GetFileNameWithoutExtension(file) is { Length: > 0 } stem ? stem : Path.GetFileName(file);
            if (IsMeasured(file, text))
            {
                var series = ReadMeasured(file, name, text, ladder);
                var declared = settings.Resolve(name, series.Service, series.Samples[0].Time);
                var profile = ResourceProfile.Bench with { Service = series.Service };
                scenarios.Add(measured.CreateScenario(series, profile, declared, ladder, options));
            }
            else
            {
                using var reader = new StringReader(text);
                var reading = TraceReader.Read(reader, name);
                traces.Add(reading.Trace ?? throw CreateInvalidInput(reading.Problem!));
            }
        }

        scenarios.AddRange(ScenarioBuilder.Build(traces, options));
        if (scenarios.Count == 0)
        {
            throw CreateInvalidInput(
                paths.Count == 0
                    ? "nothing to replay: specify a trace, a file of exported metrics, or a folder of them."
                    : "nothing to replay: no trace has three days of values above 0 within the days given."
            );
        }

        foreach (var trace in traces)
        {
            if (ScenarioBuilder.FindProblem(trace, options) is { } problem)
            {
                cli.Error.WriteLine(UntrustedText.Sanitize($"advisor: {trace.Name} is left out: {problem}"));
            }
        }

        return scenarios;
    }

    private static MeasuredSeries ReadMeasured(string file, string name, string text, UnitLadder ladder)
    {
        using var lines = new StringReader(text);
        var reading = IsJson(file) ? MeasuredJsonReader.Read(text, name, ladder) : MeasuredCsvReader.Read(lines, name, ladder);
        return reading.Series ?? throw CreateInvalidInput(reading.Problem!);
    }

    private static IEnumerable<string> ListFiles(CliContext cli, string path)
    {
        var full = cli.ResolvePath(path);
        if (File.Exists(full))
        {
            return [full];
        }

        if (!Directory.Exists(full))
        {
            throw CreateInvalidInput($"'{path}' is neither a file nor a folder.");
        }

        var files = Directory
            .GetFiles(full)
            .Where(f => Endings.Contains(Path.GetExtension(f).ToLowerInvariant()))
            .Order(StringComparer.Ordinal)
            .ToList();
        return files.Count > 0 ? files : throw CreateInvalidInput($"the folder '{path}' has no .csv or .json file.");
    }

    private static string ReadText(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.CreateInvalidInput(UntrustedText.Sanitize(e.Message), e);
        }
    }

    private static bool IsJson(string file) => string.Equals(Path.GetExtension(file), ".json", StringComparison.OrdinalIgnoreCase);

    private static bool IsMeasured(string file, string text) => IsJson(file) || MeasuredCsvReader.IsHeader(text.Split('\n', 2)[0]);

    private static CommandException CreateInvalidInput(string problem) => new(ExitCodes.InvalidInput, UntrustedText.Sanitize(problem));
}
