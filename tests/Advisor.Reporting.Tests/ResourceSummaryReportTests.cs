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
        // Several blocks of ten, the last one not full, written in another order than they were added.
        var resources = Enumerable
            .Range(0, 5)
            .SelectMany(copy => SampleReport.All.Resources.Select(resource => resource with { Id = $"{resource.Id}-{copy}" }))
            .ToList();
        Assert.True(resources.Count > 30 && resources.Count % 10 != 0, $"{resources.Count}");
        var compressed = new CompressedReports();
        ResourceReport[] summaries = [.. resources.Select(compressed.Add)];
        using var written = new StringWriter();

        ReportJson.Write(written, SampleReport.All with { Resources = summaries, Shown = [.. summaries.Reverse()] }, compressed);

        Assert.All(summaries, resource => Assert.Empty(resource.Limits));
        Assert.Equal(
            ReportJson.Render(SampleReport.All with { Resources = resources, Shown = [.. Enumerable.Reverse(resources)] }),
            written.ToString()
        );
    }

    [Fact]
    public void Of_a_resource_that_is_decided_on_twice_the_second_report_is_written()
    {
        var compressed = new CompressedReports();
        var first = SampleReport.All.Resources[0];
        compressed.Add(first with { Units = first.Units + 1 });
        using var written = new StringWriter();

        ReportJson.Write(written, SampleReport.All with { Resources = [compressed.Add(first)] }, compressed);

        Assert.Equal(ReportJson.Render(SampleReport.All with { Resources = [first] }), written.ToString());
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
