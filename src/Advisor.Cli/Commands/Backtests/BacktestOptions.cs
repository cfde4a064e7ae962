using System.CommandLine;
using System.CommandLine.Parsing;
using Advisor.Cli.Inputs;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Options of <c>advisor backtest</c>: one set for each question they answer.</summary>
internal sealed class BacktestOptions
{
    public Argument<string[]> Traces { get; } =
        new("TRACE")
        {
            Description = "CSV files 'timestamp,value', exported Azure metrics (CSV or JSON), or folders with such files.",
            Arity = ArgumentArity.ZeroOrMore,
        };

    /// <summary>What is compared.</summary>
    public PolicyOptionSet Policies { get; } = new();

    /// <summary>Advice instead of policies.</summary>
    public AdviceOptionSet Advice { get; } = new();

    /// <summary>What plain traces become.</summary>
    public ScenarioOptionSet Scenarios { get; } = new();

    /// <summary>The real resource that is replayed instead of traces.</summary>
    public HistoryOptionSet History { get; } = new();

    /// <summary>How files of real metrics are read.</summary>
    public MeasuredOptionSet Measured { get; } = new();

    public Option<string?> By { get; } =
        new("--by") { Description = "Also group the figures: by 'trace', or by a CSV file 'trace,family'.", HelpName = "trace|FILE" };

    public Option<string?> Json { get; } =
        new("--json") { Description = "Write every figure of every scenario to this file.", HelpName = "FILE" };

    /// <summary>What is drawn.</summary>
    public ChartOptionSet Chart { get; } = new();

    public Option<OutputFormat> Output { get; } = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json, OutputFormat.Csv);

    public SettingsOptions Settings { get; } = new();

    public void AddTo(Command command)
    {
        command.Arguments.Add(Traces);
        command.AddOptions([
            .. Policies.All,
            .. Advice.All,
            .. Scenarios.All,
            .. History.All,
            .. Measured.All,
            By,
            Json,
            .. Chart.All,
            Output,
            Settings.Rules,
            Settings.Config,
        ]);
        command.Refuse(FindConflict);
    }

    /// <summary>Reads the resource to replay; null when traces are replayed.</summary>
    /// <exception cref="CommandException">The cloud or the address is not valid.</exception>
    public HistoryOptions? ReadHistory(ParseResult parse) => History.Read(parse, Scenarios.ReadDays(parse) + Scenarios.ReadFromDay(parse));

    /// <summary>Returns which options conflict, before anything is read; null when none do.</summary>
    private string? FindConflict(CommandResult result) =>
        History.FindConflict(result)
        ?? Advice.FindConflict(result, [.. Policies.All, .. History.All, By, Json, .. Chart.All])
        ?? (
            History.IsGiven(result) && Scenarios.FindTraceOption(result) is { } option
                ? $"{option.Name} applies to plain traces: omit it with --history."
            : History.IsGiven(result) && result.GetValue(Traces) is { Length: > 0 } ? "--history replays one resource: omit the traces."
            : null
        )
        ?? Measured.FindConflict(result)
        ?? (result.GetValue(Json) is { } json && Chart.IsFile(result, json) ? "--json and --chart must be different files." : null);
}
