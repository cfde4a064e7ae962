using Advisor.Reporting.Markdown;
using Advisor.Tests;

namespace Advisor.Reporting.Tests.Markdown;

public sealed class PeriodMarkdownTests
{
    [Fact]
    public void Markdown_of_a_fleet_reads_as_reviewed() =>
        Golden.AssertMatches("Advisor.Reporting.Tests", "period.md", PeriodMarkdown.Render(SamplePeriod.Fleet));

    [Fact]
    public void Markdown_without_a_resource_reads_as_reviewed() =>
        Golden.AssertMatches("Advisor.Reporting.Tests", "period-empty.md", PeriodMarkdown.Render(SamplePeriod.Empty));

    [Fact]
    public void A_list_that_is_cut_says_of_how_many_and_where_all_are()
    {
        var fleet = SamplePeriod.Fleet;
        var cut = fleet with
        {
            Alerts = [.. Enumerable.Repeat(fleet.Alerts[0], 1234)],
            Changes = fleet.Changes! with { Count = 55_370, Verified = 55_000 },
        };

        var text = PeriodMarkdown.Render(cut);

        Assert.Contains("500 of 1,234 are listed: those that fire, by severity, then the others.", text, StringComparison.Ordinal);
        Assert.Contains("55,370 changes, 55,000 of them verified. 2 are listed: the newest of those", text, StringComparison.Ordinal);
        Assert.Contains(
            "55,370 changes, all of them verified. The newest 2 are listed.",
            PeriodPhrases.DescribeListedChanges(cut with { Changes = cut.Changes with { Verified = 55_370 } }),
            StringComparison.Ordinal
        );
        var alerts = text[text.IndexOf("## Alerts", StringComparison.Ordinal)..text.IndexOf("## Changes", StringComparison.Ordinal)];
        Assert.Equal(2 + 500, alerts.Split('\n').Count(line => line.StartsWith('|'))); // a header of two lines
    }
}
