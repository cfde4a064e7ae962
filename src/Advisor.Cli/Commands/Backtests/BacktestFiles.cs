using System.Text;
using Advisor.Core.Quantities;
using Advisor.Reporting;
using Advisor.Simulation.Charts;
using Advisor.Simulation.Replays;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>The files that a backtest writes besides its table.</summary>
public static class BacktestFiles
{
    /// <exception cref="CommandException">A file that cannot be written, or an SVG of more than one scenario.</exception>
    public static void Write(CliEdge edge, string? json, string? chart, IReadOnlyList<ScenarioResult> results, Money? price)
    {
        if (json is not null)
        {
            ToFile(edge, json, stream => BacktestJson.Write(stream, results, price));
        }

        if (chart is not null)
        {
            ToFile(edge, chart, stream => stream.Write(Encoding.UTF8.GetBytes(Picture(chart, results))));
        }
    }

    public static void WriteJson(CliEdge edge, IReadOnlyList<ScenarioResult> results, Money? price)
    {
        using var buffer = new MemoryStream();
        BacktestJson.Write(buffer, results, price);
        edge.Out.WriteLine(Encoding.UTF8.GetString(buffer.ToArray()));
    }

    private static string Picture(string path, IReadOnlyList<ScenarioResult> results)
    {
        if (!path.EndsWith(".svg", StringComparison.OrdinalIgnoreCase))
        {
            return ChartPage.Html(results);
        }

        return results.Count == 1
            ? ScenarioChart.Svg(results[0])
            : throw new CommandException(ExitCodes.Usage, $"an SVG shows one scenario, here are {results.Count}: give --chart FILE.html, or one --shape.");
    }

    private static void ToFile(CliEdge edge, string path, Action<Stream> write)
    {
        try
        {
            using var stream = File.Create(edge.PathOf(path));
            write(stream);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CommandException(ExitCodes.InvalidInput, OutsideText.Plain($"'{path}' cannot be written: {e.Message}"), e);
        }
    }
}
