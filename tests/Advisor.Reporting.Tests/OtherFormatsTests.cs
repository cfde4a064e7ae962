using System.Text.Json;
using Advisor.Reporting.Csv;
using Advisor.Reporting.Json;
using Advisor.Reporting.Markdown;
using Advisor.Tests;

namespace Advisor.Reporting.Tests;

public class OtherFormatsTests
{
    [Fact]
    public void Json_reads_as_reviewed() => Golden.Matches("Advisor.Reporting.Tests", "report.json", ReportJson.Render(SampleReport.All));

    [Fact]
    public void Markdown_reads_as_reviewed() => Golden.Matches("Advisor.Reporting.Tests", "report.md", ReportMarkdown.Render(SampleReport.All));

    [Fact]
    public void Csv_reads_as_reviewed() => Golden.Matches("Advisor.Reporting.Tests", "report.csv", ReportCsv.Render(SampleReport.All));

    [Fact]
    public void A_resource_that_failed_knows_no_utilization_in_json()
    {
        using var document = JsonDocument.Parse(ReportJson.Render(SampleReport.All));

        var gone = document.RootElement.GetProperty("resources").EnumerateArray().Single(r => r.GetProperty("name").GetString() == "gone");
        Assert.Equal("failed", gone.GetProperty("state").GetString());
        Assert.All(gone.GetProperty("utilization").EnumerateObject(), ratio => Assert.Equal(JsonValueKind.Null, ratio.Value.ValueKind));
        Assert.Equal("NotFound", gone.GetProperty("reasons")[0].GetProperty("code").GetString());
    }

    [Theory]
    [InlineData("=1+1", "'=1+1")]
    [InlineData("+1", "'+1")]
    [InlineData("-1", "'-1")]
    [InlineData("@SUM(A1)", "'@SUM(A1)")]
    [InlineData("a,b", "\"a,b\"")]
    [InlineData("say \"hi\"", "\"say \"\"hi\"\"\"")]
    [InlineData("two\nlines", "two lines")]
    [InlineData("\t=1+1", " =1+1")]
    public void A_csv_field_is_never_a_formula_nor_a_second_line(string text, string expected) => Assert.Equal(expected, OutsideText.Csv(text));

    [Theory]
    [InlineData("a|b", "a\\|b")]
    [InlineData("<script>", "&lt;script&gt;")]
    [InlineData("[x](http://y)", "\\[x\\](http:\\//y)")]
    [InlineData("Standard_S1", "Standard_S1")]
    [InlineData("_em_", "\\_em\\_")]
    [InlineData("@team #1", "\\@team \\#1")]
    [InlineData("a\nb", "a b")]
    public void Markdown_reads_no_markup_in_a_name(string text, string expected) => Assert.Equal(expected, OutsideText.Markdown(text));

    [Theory]
    [InlineData("\u001b[31mred", "\ufffd[31mred")]
    [InlineData("\u202eevil", "\ufffdevil")]
    [InlineData("\u009b31m", "\ufffd31m")]
    [InlineData("Größe 東京 😀", "Größe 東京 😀")]
    public void Plain_text_has_no_control_characters(string text, string expected) => Assert.Equal(expected, OutsideText.Plain(text));
}
