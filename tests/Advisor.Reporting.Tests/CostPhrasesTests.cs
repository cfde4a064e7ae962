using Advisor.Core.Reports;

namespace Advisor.Reporting.Tests;

/// <summary>What the amounts of a report rest on.</summary>
public class CostPhrasesTests
{
    // Each resource sends the 4,210 messages a minute of the sample.
    [Theory]
    [InlineData(2, 0, "counted by UTC day, 8,420 messages of 2 KB a minute for all resources. ")]
    [InlineData(2, 1, "counted by UTC day, 8,420 messages of 2 KB a minute, known for 2 of 3 resources. ")]
    [InlineData(0, 2, "counted by UTC day. ")] // unknown is not 0
    public void Messages_are_stated_of_the_resources_whose_number_is_known(int known, int unknown, string expected)
    {
        var chat = SampleReport.ScaleOut;
        var silent = chat with { Decision = chat.Decision! with { Messages = null } };
        ResourceReport[] resources = [.. Enumerable.Repeat(chat, known), .. Enumerable.Repeat(silent, unknown)];

        Assert.Contains(
            expected,
            CostPhrases.DescribeBasis(SampleReport.All with { Resources = resources, Shown = resources }).First(),
            StringComparison.Ordinal
        );
    }

    // Of 1,200 with an advisory that changes the bill by 61 USD, and one by 1,500.
    [Fact]
    public void Of_many_advisories_the_five_that_change_the_bill_most_are_named()
    {
        var small = SampleReport.All.Resources.Single(resource => resource.Name == "owned");
        var large = SampleReport.All.Resources.Single(resource => resource.Name == "lobby");
        ResourceReport[] resources = [.. Enumerable.Repeat(small, 1200), large];

        Assert.Matches(
            @"^Advisory, not included: lobby Premium_P2 x 200 \(\+1,500\)[^;]*(; owned Premium_P1 x 3 \(\+61\)){4}; and 1,196 more\.$",
            CostPhrases.SummarizeAdvisory(SampleReport.All with { Resources = resources, Shown = resources })
        );
    }
}
