using Advisor.Web.Fleet;

namespace Advisor.Web.Tests.Fleet;

public sealed class FleetTextTests
{
    [Theory]
    [InlineData(-5, "now")]
    [InlineData(0, "now")]
    [InlineData(59, "59 s ago")]
    [InlineData(200, "3 min ago")]
    [InlineData(2 * 86_400, "2 d ago")]
    public void An_age_in_a_sentence_is_ago_unless_it_is_now(int seconds, string expected)
    {
        var now = new DateTimeOffset(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

        Assert.Equal(expected, FleetText.DescribeAge(now.AddSeconds(-seconds), now));
    }
}
