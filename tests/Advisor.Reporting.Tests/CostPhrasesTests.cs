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
}
