using Advisor.Cli.Output;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Lab.Replays;
using Spectre.Console;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Writes a backtest as tables.</summary>
public static class BacktestText
{
    private static readonly string[] Columns =
    [
        "policy",
        "regret",
        "mean",
        "90 %",
        "paid/needed",
        "overloaded",
        "changes/day",
        "removed/day",
    ];

    /// <param name="families">Group of each trace; null for no figures by group.</param>
    /// <param name="price">Price of a unit for a day; null for no cost column.</param>
    /// <param name="priceBasis">Origin of the price in words; null where there is none.</param>
    public static void Write(
        CliContext cli,
        IReadOnlyList<ScenarioResult> results,
        IReadOnlyDictionary<string, string>? families,
        Money? price,
        string? priceBasis
    )
    {
        var console = CliConsole.Create(cli);
        var days = FormatNumber(results.Sum(r => r.Runs[0].Score.Days), "0.#");
        console.WriteLine(
            $"{Wording.FormatCount(results.Count, "scenario")}, {days} scored {(days == "1" ? "day" : "days")}. "
                + $"Regret 1.00 is the best plan with perfect foresight."
        );
        console.Write(CreatePolicyTable(Summary.Compute(results), price));
        if (priceBasis is not null)
        {
            console.WriteLine($"Amounts: {priceBasis}.");
        }

        if (price is not null && DescribeScale(results) is { } scale)
        {
            console.WriteLine(scale);
        }

        if (families is not null)
        {
            console.Write(CreateFamilyTable(results, families));
        }
    }

    // A trace in any unit becomes connections of a size of our choice: its amounts compare policies, and say nothing of a bill.
    private static string? DescribeScale(IReadOnlyList<ScenarioResult> results)
    {
        var peaks = results.Select(r => r.Scenario.PeakUnits).OfType<double>().Distinct().Order().Select(Wording.FormatNumber).ToList();
        var shapes = results.Where(r => r.Scenario.PeakUnits is not null).Select(r => r.Scenario.Shape).Distinct().ToList();
        return peaks.Count == 0
            ? null
            : $"Plain traces are scaled to a peak of {Wording.JoinWords(peaks, "or")} units ({Wording.JoinWords(shapes)}): "
                + "the amounts compare policies and are not the bill of your load.";
    }

    private static Table CreatePolicyTable(IReadOnlyList<Summary> summaries, Money? price)
    {
        var table = CreatePlainTable(price is { } p ? [.. Columns, $"{p.Currency}/month"] : Columns);
        foreach (var s in summaries)
        {
            List<string> cells =
            [
                s.Policy.Title,
                FormatNumber(s.MedianRegret, "0.000"),
                FormatNumber(s.MeanRegret, "0.000"),
                FormatNumber(s.Regret90, "0.00"),
                FormatNumber(s.MedianPaidRatio, "0.00"),
                FormatNumber(s.OverloadedShare * 100, "0.00") + " %",
                FormatNumber(s.ChangesPerDay, "0.0"),
                FormatNumber(s.RemovedPerDay, "0.0"),
            ];
            if (price is { } unit)
            {
                cells.Add(Wording.FormatBareAmount(s.ComputeMonthlyCost(unit).Amount));
            }

            table.AddRow([.. cells.Select(Markup.Escape)]);
        }

        return table;
    }

    private static Table CreateFamilyTable(IReadOnlyList<ScenarioResult> results, IReadOnlyDictionary<string, string> families)
    {
        // Names of policies wrap at their hyphens when the output is narrow; those of traces are not split.
        var table = CreatePlainTable(["median regret", .. results[0].Runs.Select(r => r.Policy.Name.Replace('-', ' '))]);
        table.Columns[0].NoWrap();
        foreach (var family in results.GroupBy(r => families[r.Scenario.Trace]))
        {
            string[] cells =
            [
                UntrustedText.Sanitize(family.Key),
                .. Summary.Compute([.. family]).Select(s => FormatNumber(s.MedianRegret, "0.00")),
            ];
            table.AddRow([.. cells.Select(Markup.Escape)]);
        }

        return table;
    }

    /// <summary>Creates a table without borders: the first column on the left, the others on the right.</summary>
    internal static Table CreatePlainTable(IReadOnlyList<string> columns)
    {
        var table = new Table().NoBorder();
        for (var i = 0; i < columns.Count; i++)
        {
            var column = new TableColumn(Markup.Escape(columns[i])) { Padding = new Padding(0, 0, 2, 0) };
            table.AddColumn(i == 0 ? column : column.RightAligned());
        }

        return table;
    }

    internal static string FormatNumber(double value, string format) => value.ToString(format);
}
