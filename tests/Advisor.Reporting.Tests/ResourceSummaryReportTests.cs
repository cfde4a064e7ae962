using System.Globalization;
using Advisor.Core.Reports;
using Advisor.Reporting.Csv;
using Advisor.Reporting.Json;
using Advisor.Reporting.Terminal;
using Spectre.Console;

namespace Advisor.Reporting.Tests;

/// <summary>What a large evaluation keeps of each report is all that its output has.</summary>
public class ResourceSummaryReportTests
{
    [Fact]
    public void Csv_is_the_same_from_summaries() => Assert.Equal(ReportCsv.Render(SampleReport.All), ReportCsv.Render(Summaries));

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Text_is_the_same_from_summaries(bool showsBars) =>
        Assert.Equal(RenderText(SampleReport.All, showsBars), RenderText(Summaries, showsBars));

    [Fact]
    public void Json_is_the_same_from_compressed_resources()
    {
        var compressed = new CompressedReports();
        var kept = SampleReport.All with { Resources = [.. SampleReport.All.Resources.Select(compressed.Add)] };
        using var written = new StringWriter();

        ReportJson.Write(written, kept, compressed);

        Assert.All(kept.Resources, resource => Assert.Empty(resource.Limits));
        Assert.Equal(ReportJson.Render(SampleReport.All), written.ToString());
    }

    [Fact]
    public void A_resource_that_was_not_compressed_is_written_from_its_report()
    {
        using var written = new StringWriter();

        ReportJson.Write(written, SampleReport.All, new CompressedReports());

        Assert.Equal(ReportJson.Render(SampleReport.All), written.ToString());
    }

    private static EvaluationReport Summaries { get; } =
        SampleReport.All with
        {
            Resources = [.. SampleReport.All.Resources.Select(resource => resource.ToSummary())],
        };

    private static string RenderText(EvaluationReport report, bool showsBars)
    {
        using var written = new StringWriter(CultureInfo.InvariantCulture);
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(written) });
        console.Profile.Width = 120;
        ReportText.Write(console, report, new TextLayout(showsBars, IsTerminal: true, Unicode: true));
        return written.ToString();
    }
}
