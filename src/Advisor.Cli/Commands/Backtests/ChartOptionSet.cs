using System.CommandLine;
using System.CommandLine.Parsing;
using Advisor.Core.Observations;
using Advisor.Lab.Charts;
using Advisor.Lab.Traces;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Options about the drawing: <c>--chart</c>, <c>--chart-from</c>, <c>--chart-hours</c>.</summary>
internal sealed class ChartOptionSet
{
    private const double DefaultHours = 3;
    private const double MaxHours = 24 * 3650;

    private readonly Option<string?> chart = new("--chart")
    {
        Description = "Draw demand, sizes and overloads: .html for all scenarios, .svg for a single one.",
        HelpName = "FILE",
    };

    private readonly Option<string?> chartFrom = new("--chart-from")
    {
        Description = "With --chart FILE.svg: minute by minute from this instant on (UTC), every scenario and policy a panel.",
        HelpName = "INSTANT",
    };

    private readonly Option<double?> chartHours = CommonOptions.CreateNumber<double>(
        "--chart-hours",
        "Hours that --chart-from shows. Default: 3.",
        "HOURS",
        min: 0,
        max: MaxHours
    );

    /// <summary>The options, in the order of the help text.</summary>
    public IReadOnlyList<Option> All => [chart, chartFrom, chartHours];

    /// <summary>Reads the file to draw to; null when none was given.</summary>
    public string? ReadFile(ParseResult parse) => parse.GetValue(chart);

    /// <summary>Whether the drawing goes to this file.</summary>
    public bool IsFile(CommandResult result, string file) =>
        string.Equals(file, result.GetValue(chart), StringComparison.OrdinalIgnoreCase);

    /// <summary>Reads the window that the chart shows; null = all of it.</summary>
    /// <exception cref="CommandException">An instant is not valid, the file is no .svg, or the window is empty.</exception>
    public ChartWindow? ReadWindow(ParseResult parse)
    {
        if (parse.GetValue(chartFrom) is not { } from)
        {
            return null;
        }

        BacktestArguments.Require(
            parse.GetValue(chart)?.EndsWith(".svg", StringComparison.OrdinalIgnoreCase) == true,
            "--chart-from",
            "used with --chart FILE.svg"
        );
        BacktestArguments.Require(
            InstantText.TryParse(from, out var at) && ObservationCheck.IsPossible(at),
            "--chart-from",
            "an instant such as 2026-01-28T08:30Z"
        );
        var hours = parse.GetValue(chartHours) ?? DefaultHours;
        BacktestArguments.Require(hours > 0, "--chart-hours", "above 0");
        return new ChartWindow(at, hours);
    }
}
