using System.Text.Json;
using Advisor.Reporting.Csv;
using Advisor.Reporting.Json;
using Advisor.Reporting.Markdown;
using Advisor.Tests;

namespace Advisor.Reporting.Tests;

public class OtherFormatsTests
{
    [Fact]
    public void Json_reads_as_reviewed() =>
        Golden.AssertMatches("Advisor.Reporting.Tests", "report.json", ReportJson.Render(SampleReport.All));

    [Fact]
    public void Markdown_reads_as_reviewed() =>
        Golden.AssertMatches("Advisor.Reporting.Tests", "report.md", ReportMarkdown.Render(SampleReport.All));

    [Fact]
    public void Csv_reads_as_reviewed() =>
        Golden.AssertMatches("Advisor.Reporting.Tests", "report.csv", ReportCsv.Render(SampleReport.All));

    [Fact]
    public void A_resource_that_failed_knows_no_utilization_in_json()
    {
        using var document = JsonDocument.Parse(ReportJson.Render(SampleReport.All));

        var gone = document.RootElement.GetProperty("resources").EnumerateArray().Single(r => r.GetProperty("name").GetString() == "gone");
        Assert.Equal("failed", gone.GetProperty("state").GetString());
        Assert.All(gone.GetProperty("utilization").EnumerateObject(), ratio => Assert.Equal(JsonValueKind.Null, ratio.Value.ValueKind));
        Assert.Equal("NotFound", gone.GetProperty("reasons")[0].GetProperty("code").GetString());
    }
}
