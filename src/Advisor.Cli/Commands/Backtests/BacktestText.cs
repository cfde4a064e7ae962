using System.Globalization;
using Advisor.Cli.Output;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Simulation.Replays;
using Spectre.Console;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>A backtest as tables for a person.</summary>
public static class BacktestText
{
    private static readonly string[] Columns = ["policy", "regret", "mean", "90 %", "paid/needed", "overloaded", "changes/day", "removed/day"];

    /// <param name="families">The group of each trace; null for no figures by group.</param>
    /// <param name="price">Price of a unit for a day; null for no column of costs.</param>
    public static void Write(CliEdge cli, IReadOnlyList<ScenarioResult> results, IReadOnlyDictionary<string, string>? families, Money? price)
    {
        var console = EdgeConsole.Of(cli);
        var days = results.Sum(r => r.Runs[0].Score.Days);
        console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{Wording.Counted(results.Count, "scenario")}, {days:0.#} scored days. Regret 1.00 is the best plan with perfect foresight."));
        console.Write(Policies(Summary.Of(results), price));
        if (families is not null)
        {
            console.Write(ByFamily(results, families));
        }
    }

    private static Table Policies(IReadOnlyList<Summary> summaries, Money? price)
    {
        var table = Plain(price is { } p ? [.. Columns, $"{p.Currency}/month"] : Columns);
        foreach (var s in summaries)
        {
            List<string> cells =
            [
                s.Policy.Title,
                Number(s.MedianRegret, "0.000"),
                Number(s.MeanRegret, "0.000"),
                Number(s.Regret90, "0.00"),
                Number(s.MedianPaidRatio, "0.00"),
                Number(s.OverloadedShare * 100, "0.00") + " %",
                Number(s.ChangesPerDay, "0.0"),
                Number(s.RemovedPerDay, "0.0"),
            ];
            if (price is { } unit)
            {
                cells.Add(Wording.Bare(s.PerMonth(unit).Amount));
            }

            table.AddRow([.. cells.Select(Markup.Escape)]);
        }

        return table;
    }

    private static Table ByFamily(IReadOnlyList<ScenarioResult> results, IReadOnlyDictionary<string, string> families)
    {
        // Names of policies wrap at their hyphens where the output is narrow; those of traces stay whole.
        var table = Plain(["median regret", .. results[0].Runs.Select(r => r.Policy.Name.Replace('-', ' '))]);
        table.Columns[0].NoWrap();
        foreach (var family in results.GroupBy(r => families[r.Scenario.Trace]))
        {
            string[] cells = [UntrustedText.Plain(family.Key), .. Summary.Of([.. family]).Select(s => Number(s.MedianRegret, "0.00"))];
            table.AddRow([.. cells.Select(Markup.Escape)]);
        }

        return table;
    }

    private static Table Plain(IReadOnlyList<string> columns)
    {
        var table = new Table().NoBorder();
        for (var i = 0; i < columns.Count; i++)
        {
            var column = new TableColumn(Markup.Escape(columns[i])) { Padding = new Padding(0, 0, 2, 0) };
            table.AddColumn(i == 0 ? column : column.RightAligned());
        }

        return table;
    }

    private static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
