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
}
