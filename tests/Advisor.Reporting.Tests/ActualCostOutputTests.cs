using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Reporting.Csv;
using Advisor.Reporting.Json;
using Advisor.Reporting.Markdown;

namespace Advisor.Reporting.Tests;

/// <summary>Actual costs in every output; without them each output is as it was, which the golden files hold.</summary>
public sealed class ActualCostOutputTests
{
    [Fact]
    public void The_json_has_them_to_the_cent_and_null_for_what_is_not_known()
    {
        using var report = JsonDocument.Parse(ReportJson.Render(SampleReport.Actual));
        var resources = report.RootElement.GetProperty("resources");

        // 29.817 rounded; 21.5 unit-days are within a quarter of 22 - 18.52 of the maximum.
        Assert.True(
            JsonNode.DeepEquals(
                JsonNode.Parse(resources[0].GetProperty("actualCost").GetRawText()),
                JsonNode.Parse(
                    """
                    {"from":"2025-12-03","to":"2026-01-01","readAt":"2026-01-05T10:03:00Z",
                     "totals":[{"amount":45.10,"currency":"EUR"}],
                     "compared":{"days":13,"amount":19.30,"currency":"EUR","unitDays":21.5,
                       "prorated":{"amount":29.82,"currency":"USD","unitDays":18.52},
                       "dailyPeak":{"amount":null,"currency":null,"unitDays":22},"nearest":"dailyPeak"}}
                    """
                )
            ),
            resources[0].GetProperty("actualCost").GetRawText()
        );
        Assert.Equal(JsonValueKind.Null, resources[1].GetProperty("actualCost").GetProperty("compared").ValueKind);
        Assert.False(resources[2].TryGetProperty("actualCost", out _));
    }

    [Fact]
    public void The_csv_has_columns_for_them_only_where_any_is_known()
    {
        var lines = ReportCsv.Render(SampleReport.Actual).Split('\n');

        Assert.EndsWith("," + string.Join(',', ReportCsv.ActualColumns), lines[0], StringComparison.Ordinal);
        Assert.EndsWith(
            ",2025-12-03,2026-01-01,2026-01-05T10:03:00Z,45.10 EUR,13,19.30,21.5,29.82,18.52,,22,dailyPeak",
            lines[1],
            StringComparison.Ordinal
        );
        Assert.EndsWith(",2025-12-03,2026-01-01,2026-01-05T10:03:00Z,7.00 EUR; -0.25 USD,,,,,,,,", lines[2], StringComparison.Ordinal);
        Assert.EndsWith(new string(',', ReportCsv.ActualColumns.Count), lines[3], StringComparison.Ordinal);
        Assert.DoesNotContain("actualCost", ReportCsv.Render(SampleReport.All), StringComparison.Ordinal);
    }

    [Fact]
    public void A_summary_adds_each_currency_up_and_says_of_how_many_resources()
    {
        var sentence = CostPhrases.SummarizeActual(SampleReport.Actual);

        // 45.10 + 7.00 EUR.
        Assert.Equal(
            $"Actual cost: 52.10 EUR and -0.25 USD from 2025-12-03 to 2026-01-01, by Cost Management, of 2 of "
                + $"{SampleReport.All.Resources.Count} resources.",
            sentence
        );
        Assert.Contains(sentence, ReportPhrases.Summarize(SampleReport.Actual));
        Assert.Contains("52.10 EUR and -0.25 USD", ReportMarkdown.Render(SampleReport.Actual), StringComparison.Ordinal);
        Assert.Null(CostPhrases.SummarizeActual(SampleReport.All));
    }

    [Fact]
    public void An_explanation_and_a_report_have_the_comparison()
    {
        var facts = CostPhrases.ListFacts(SampleReport.Actual.Resources[0]).ToDictionary(fact => fact.Name, fact => fact.Text);

        Assert.Equal("45.10 EUR from 2025-12-03 to 2026-01-01, read on 2026-01-05", facts["Actual cost"]);
        Assert.Equal(
            "13 of these days counted by Advisor: 19.30 EUR; estimated 29.82 USD prorated, unknown by the maximum of each day",
            facts["Same days"]
        );
        Assert.EndsWith("nearer to the maximum of each day (billing: dailyPeak)", facts["Billed units"], StringComparison.Ordinal);
    }
}
