using Advisor.Cli.Output;
using Advisor.Core.Quantities;
using Advisor.Lab.Advice;
using Spectre.Console;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Writes what advice would have cost: a table, JSON with every case, or CSV with a line a rule.</summary>
internal static class AdviceOutput
{
    public static void Write(CliContext cli, OutputFormat format, IReadOnlyList<AdviceCase> cases)
    {
        switch (format)
        {
            case OutputFormat.Json:
                BacktestFiles.WriteJson(cli, to => AdviceJson.Write(to, cases));
                break;
            case OutputFormat.Csv:
                cli.Out.WriteLine("rule,cases,regretMedian,regretMean,regret90,overloadedShareMean");
                foreach (var s in AdviceSummary.Compute(cases))
                {
                    cli.Out.WriteLine($"{s.Rule.Name},{s.Cases},{s.MedianRegret},{s.MeanRegret},{s.Regret90},{s.OverloadedShare}");
                }

                break;
            default:
                WriteText(cli, cases);
                break;
        }
    }

    private static void WriteText(CliContext cli, IReadOnlyList<AdviceCase> cases)
    {
        var console = CliConsole.Create(cli);
        console.WriteLine(
            $"{Wording.FormatCount(cases.Count, "case")}: a size chosen from 14 days and kept for the next 7. "
                + "Regret 1.00 is the best constant size of those days."
        );
        var table = BacktestText.CreatePlainTable(["rule", "regret", "mean", "90 %", "overloaded"]);
        foreach (var s in AdviceSummary.Compute(cases))
        {
            string[] cells =
            [
                s.Rule.Title,
                BacktestText.FormatNumber(s.MedianRegret, "0.000"),
                BacktestText.FormatNumber(s.MeanRegret, "0.000"),
                BacktestText.FormatNumber(s.Regret90, "0.00"),
                BacktestText.FormatNumber(s.OverloadedShare * 100, "0.00") + " %",
            ];
            table.AddRow([.. cells.Select(Markup.Escape)]);
        }

        console.Write(table);
    }
}
