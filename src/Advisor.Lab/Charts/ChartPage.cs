using System.Net;
using System.Text;
using Advisor.Core.Quantities;
using Advisor.Lab.Replays;

namespace Advisor.Lab.Charts;

/// <summary>
/// Renders a backtest as one HTML page: the table, then a chart for each scenario. Readable from a narrow phone up, in light and dark mode.
/// No scripts, no external resources, all text encoded.
/// </summary>
public static class ChartPage
{
    /// <param name="unitPricePerDay">Price of a unit for a day; null omits the cost column.</param>
    public static string Render(IReadOnlyList<ScenarioResult> results, Money? unitPricePerDay)
    {
        var page = new StringBuilder(Head);
        page.Append($"<h1>Backtest of {Wording.FormatCount(results.Count, "scenario")}</h1>\n");
        page.Append(
            "<p>Regret is what a policy cost (units, overload, units removed) over what the best plan with perfect foresight "
                + "costs: 1.00 is clairvoyance. "
        );
        page.Append("Area: units needed. Line: provisioned units. Red below: overloaded minutes. The first two days are not scored.</p>\n");
        AppendTable(page, Summary.Compute(results), unitPricePerDay);
        foreach (var result in results)
        {
            page.Append(results.Count <= 4 ? "<details open>" : "<details>");
            page.Append("<summary>").Append(WebUtility.HtmlEncode(ScenarioChart.FormatTitle(result.Scenario))).Append("</summary>\n");
            page.Append(ScenarioChart.RenderSvg(result)).Append("</details>\n");
        }

        return page.Append("</body></html>\n").ToString();
    }

    private static void AppendTable(StringBuilder page, IReadOnlyList<Summary> summaries, Money? price)
    {
        var columns = ListColumns(price);
        page.Append("<table><thead><tr><th>policy</th>")
            .AppendJoin("", columns.Select(column => $"<th>{WebUtility.HtmlEncode(column.Name)}</th>"))
            .Append("</tr></thead><tbody>\n");
        foreach (var summary in summaries)
        {
            page.Append("<tr><th>").Append(WebUtility.HtmlEncode(summary.Policy.Title)).Append("</th>");
            foreach (var (name, value) in columns)
            {
                page.Append($"<td data-name=\"{WebUtility.HtmlEncode(name)}\">{WebUtility.HtmlEncode(value(summary))}</td>");
            }

            page.Append("</tr>\n");
        }

        page.Append("</tbody></table>\n");
    }

    private static List<(string Name, Func<Summary, string> Value)> ListColumns(Money? price)
    {
        List<(string, Func<Summary, string>)> columns =
        [
            ("regret median", s => FormatNumber(s.MedianRegret, "0.000")),
            ("regret mean", s => FormatNumber(s.MeanRegret, "0.000")),
            ("regret 90 %", s => FormatNumber(s.Regret90, "0.00")),
            ("paid / needed", s => FormatNumber(s.MedianPaidRatio, "0.00")),
            ("overloaded minutes", s => Wording.FormatPercent(s.OverloadedShare, 2)),
            ("changes / day", s => FormatNumber(s.ChangesPerDay, "0.0")),
            ("removed / day", s => FormatNumber(s.RemovedPerDay, "0.0")),
        ];
        return price is { } unit
            ? [.. columns, ($"{unit.Currency} / month", s => Wording.FormatBareAmount(s.ComputeMonthlyCost(unit).Amount))]
            : columns;
    }

    private static string FormatNumber(double value, string format) => value.ToString(format);

    private const string Head = """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1"><title>Advisor backtest</title>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <style>
        :root{color-scheme:light dark}
        body{font:15px/1.45 system-ui,sans-serif;color:#1f2733;background:#fff;max-width:1180px;margin:24px auto;
        padding:0 16px;overflow-wrap:anywhere}
        h1{font-size:22px}table{border-collapse:collapse;margin:16px 0;width:100%}
        th,td{padding:4px 10px;border-bottom:1px solid #d9dee5;text-align:right;overflow-wrap:normal}
        th:first-child{text-align:left;font-weight:400}thead th{color:#55606f;font-weight:400}
        summary{cursor:pointer;padding:8px 0}svg{display:block}
        @media (max-width:699px){table,tbody,tr{display:block}thead{display:none}
        tr{padding:8px 0;border-bottom:1px solid #d9dee5}
        tbody th{display:block;font-weight:600!important;padding:0;border:0}
        td{display:flex;justify-content:space-between;gap:16px;border:0;padding:1px 0}td::before{content:attr(data-name);color:#55606f}}
        @media (prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}th,td,tr{border-color:#30363d!important}
        thead th,td::before{color:#9aa4af!important}}
        </style></head><body>

        """;
}
