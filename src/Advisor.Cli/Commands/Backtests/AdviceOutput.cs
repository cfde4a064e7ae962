using System.Globalization;
using System.Text.Json;
using Advisor.Cli.Output;
using Advisor.Core.Quantities;
using Advisor.Simulation.Advice;
using Spectre.Console;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Writes what advice would have cost: a table, JSON with every case, or CSV with a line a rule.</summary>
internal static class AdviceOutput
{
    private static readonly JsonWriterOptions Indented = new() { Indented = true, NewLine = "\n" };

    public static void Write(CliContext cli, OutputFormat format, IReadOnlyList<AdviceCase> cases)
    {
        switch (format)
        {
            case OutputFormat.Json:
                cli.Out.WriteLine(FormatJson(cases));
                break;
            case OutputFormat.Csv:
                cli.Out.WriteLine("rule,cases,regretMedian,regretMean,regret90,overloadedShareMean");
                foreach (var s in AdviceSummary.Compute(cases))
                {
                    cli.Out.WriteLine(
                        string.Create(
                            CultureInfo.InvariantCulture,
                            $"{s.Rule.Name},{s.Cases},{s.MedianRegret},{s.MeanRegret},{s.Regret90},{s.OverloadedShare}"
                        )
                    );
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
            $"{Wording.FormatCount(cases.Count, "case")}: a size recommended from 14 days and kept for the 7 that follow. "
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

    private static string FormatJson(IReadOnlyList<AdviceCase> cases)
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, Indented))
        {
            json.WriteStartObject();
            json.WriteNumber("version", 1);
            json.WriteStartArray("rules");
            foreach (var s in AdviceSummary.Compute(cases))
            {
                json.WriteStartObject();
                json.WriteString("rule", s.Rule.Name);
                json.WriteNumber("cases", s.Cases);
                json.WriteNumber("regretMedian", s.MedianRegret);
                json.WriteNumber("regretMean", s.MeanRegret);
                json.WriteNumber("regret90", s.Regret90);
                json.WriteNumber("overloadedShareMean", s.OverloadedShare);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteStartArray("cases");
            foreach (var one in cases)
            {
                json.WriteStartObject();
                json.WriteString("trace", one.Trace);
                json.WriteString("shape", one.Shape);
                json.WriteString("at", one.At.UtcDateTime);
                json.WriteNumber("bestUnits", one.BestUnits);
                json.WriteStartArray("runs");
                foreach (var run in one.Runs)
                {
                    json.WriteStartObject();
                    json.WriteString("rule", run.Rule.Name);
                    json.WriteNumber("units", run.Units);
                    json.WriteNumber("regret", run.Regret);
                    json.WriteNumber("overloadedShare", run.OverloadedShare);
                    json.WriteEndObject();
                }

                json.WriteEndArray();
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        return System.Text.Encoding.UTF8.GetString(stream.ToArray());
    }
}
