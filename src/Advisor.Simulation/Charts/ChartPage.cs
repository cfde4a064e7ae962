using System.Globalization;
using System.Net;
using System.Text;
using Advisor.Simulation.Replays;

namespace Advisor.Simulation.Charts;

/// <summary>A backtest as one HTML page: the table, then a picture for each scenario. No script, nothing loaded, every text encoded.</summary>
public static class ChartPage
{
    public static string Html(IReadOnlyList<ScenarioResult> results)
    {
        var page = new StringBuilder(Head);
        page.Append(string.Create(CultureInfo.InvariantCulture, $"<h1>Backtest of {results.Count} {(results.Count == 1 ? "scenario" : "scenarios")}</h1>\n"));
        page.Append("<p>Regret is what a policy cost (units, overload, units taken away) over what the best plan with perfect foresight costs: 1.00 is clairvoyance. ");
        page.Append("Grey: units required. Blue: units in force. Red below: overloaded minutes. The first two days are not scored.</p>\n");
        Table(page, Summary.Of(results));
        foreach (var result in results)
        {
            page.Append(results.Count <= 4 ? "<details open>" : "<details>");
            page.Append("<summary>").Append(WebUtility.HtmlEncode(ScenarioChart.Title(result.Scenario))).Append("</summary>\n");
            page.Append(ScenarioChart.Svg(result)).Append("</details>\n");
        }

        return page.Append("</body></html>\n").ToString();
    }

    private static void Table(StringBuilder page, IReadOnlyList<Summary> summaries)
    {
        page.Append("<table><thead><tr><th>policy</th><th>regret median</th><th>mean</th><th>90 %</th><th>paid / needed</th><th>overloaded minutes</th><th>changes / day</th><th>shed / day</th></tr></thead><tbody>\n");
        foreach (var s in summaries)
        {
            page.Append("<tr><th>").Append(WebUtility.HtmlEncode(s.Policy.Title)).Append("</th>");
            page.Append(string.Create(
                CultureInfo.InvariantCulture,
                $"<td>{s.MedianRegret:0.000}</td><td>{s.MeanRegret:0.000}</td><td>{s.Regret90:0.00}</td><td>{s.MedianPaidRatio:0.00}</td><td>{s.OverloadedShare * 100:0.00} %</td><td>{s.ChangesPerDay:0.0}</td><td>{s.ShedPerDay:0.0}</td></tr>\n"));
        }

        page.Append("</tbody></table>\n");
    }

    private const string Head =
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>Advisor backtest</title>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <style>
        body{font:15px system-ui,sans-serif;color:#1f2733;max-width:1180px;margin:24px auto;padding:0 16px}
        table{border-collapse:collapse;margin:16px 0}th,td{padding:4px 12px;border-bottom:1px solid #d9dee5;text-align:right}th:first-child{text-align:left;font-weight:400}
        thead th{color:#55606f;font-weight:400}summary{cursor:pointer;padding:6px 0}svg{max-width:100%;height:auto}
        </style></head><body>

        """;
}
