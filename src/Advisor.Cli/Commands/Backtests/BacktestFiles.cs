using System.Text;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Lab.Charts;
using Advisor.Lab.Replays;
using Advisor.Lab.Scenarios;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Writes the files of a backtest besides its table.</summary>
public static class BacktestFiles
{
    /// <summary>Returns the path of the chart file; null when none is requested.</summary>
    /// <exception cref="CommandException">The name ends in neither .html nor .svg.</exception>
    public static string? ParseChartFile(string? path) =>
        path is null || IsSvg(path) || path.EndsWith(".html", StringComparison.OrdinalIgnoreCase)
            ? path
            : throw CommandException.CreateUsage(
                $"--chart must be a file that ends in .html or .svg, not '{UntrustedText.Sanitize(path)}'."
            );

    /// <summary>
    /// Checks before the replays what would prevent the files after them: an SVG of several scenarios, a folder that does not exist.
    /// </summary>
    /// <exception cref="CommandException">A file could not be written.</exception>
    public static void RequireWritable(CliContext cli, string? json, string? chart, ChartWindow? window, int scenarios)
    {
        if (chart is not null && IsSvg(chart) && window is null && scenarios != 1)
        {
            throw CommandException.CreateUsage(
                $"an SVG shows one scenario, but there are {scenarios}: use --chart FILE.html, one --shape, or --chart-from."
            );
        }

        foreach (var path in new[] { json, chart }.OfType<string>())
        {
            var whole = cli.ResolvePath(path);
            if (Directory.Exists(whole) || !Directory.Exists(Path.GetDirectoryName(whole)))
            {
                throw CommandException.CreateInvalidInput(
                    UntrustedText.Sanitize(
                        $"'{path}' cannot be written: {(Directory.Exists(whole) ? "it is a folder" : "its folder does not exist")}."
                    )
                );
            }
        }
    }

    /// <summary>Checks before the replays that the chart will show some scored minutes.</summary>
    /// <param name="window">What the chart shows; null = everything.</param>
    /// <exception cref="CommandException">The window is not within the scored days of any scenario.</exception>
    public static void RequireVisible(ChartWindow? window, IReadOnlyList<Scenario> scenarios)
    {
        if (window is not null && scenarios.All(scenario => window.FindFirst(scenario) is null))
        {
            var from = scenarios.Min(scenario => scenario.Start.AddMinutes(Scenario.WarmUpMinutes));
            var to = scenarios.Max(scenario => scenario.Start.AddMinutes(scenario.Minutes));
            throw CommandException.CreateUsage(
                "--chart-from and --chart-hours must lie within the scored days, "
                    + $"{from.UtcDateTime:yyyy-MM-ddTHH:mm}Z to {to.UtcDateTime:yyyy-MM-ddTHH:mm}Z."
            );
        }
    }

    /// <exception cref="CommandException">A file cannot be written.</exception>
    public static void Write(
        CliContext cli,
        string? json,
        string? chart,
        ChartWindow? window,
        IReadOnlyList<ScenarioResult> results,
        Money? price
    )
    {
        if (json is not null)
        {
            WriteFile(cli, json, stream => BacktestJson.Write(stream, results, price));
        }

        if (chart is not null)
        {
            WriteFile(cli, chart, stream => stream.Write(Encoding.UTF8.GetBytes(DrawChart(chart, window, results, price))));
        }
    }

    public static void WriteCsv(CliContext cli, IReadOnlyList<ScenarioResult> results, Money? price) =>
        cli.Out.Write(BacktestCsv.Write(results, price));

    public static void WriteJson(CliContext cli, IReadOnlyList<ScenarioResult> results, Money? price) =>
        WriteJson(cli, to => BacktestJson.Write(to, results, price));

    /// <summary>Writes a document to the output, with a line feed at its end.</summary>
    public static void WriteJson(CliContext cli, Action<Stream> write)
    {
        using var buffer = new MemoryStream();
        write(buffer);
        cli.Out.WriteLine(Encoding.UTF8.GetString(buffer.ToArray()));
    }

    private static string DrawChart(string path, ChartWindow? window, IReadOnlyList<ScenarioResult> results, Money? price) =>
        window is not null ? WindowChart.RenderSvg(results, window)
        : IsSvg(path) ? ScenarioChart.RenderSvg(results[0])
        : ChartPage.Render(results, price);

    private static bool IsSvg(string path) => path.EndsWith(".svg", StringComparison.OrdinalIgnoreCase);

    private static void WriteFile(CliContext cli, string path, Action<Stream> write)
    {
        try
        {
            using var stream = File.Create(cli.ResolvePath(path));
            write(stream);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.CreateInvalidInput(UntrustedText.Sanitize($"'{path}' cannot be written: {e.Message}"), e);
        }
    }
}
