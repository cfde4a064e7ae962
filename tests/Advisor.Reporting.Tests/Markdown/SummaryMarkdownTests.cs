using Advisor.Reporting.Markdown;
using Advisor.Tests;

namespace Advisor.Reporting.Tests.Markdown;

public sealed class SummaryMarkdownTests
{
    [Fact]
    public void The_summary_of_a_mail_reads_as_reviewed() =>
        Golden.AssertMatches(
            "Advisor.Reporting.Tests",
            "period-mail.txt",
            SummaryMarkdown.Render(PeriodSummary.Create(SamplePeriod.Fleet), "The end.")
        );
}
