using Advisor.Core.Observations;
using Advisor.Tests;

namespace Advisor.Core.Tests.Observations;

public sealed class CloseCategoryGoldenTests
{
    /// <summary>Each category alone, where it is the most frequent, and none.</summary>
    [Fact]
    public void The_causes_of_dropped_connections_are_those_that_were_reviewed()
    {
        IEnumerable<string> categories = [.. CloseCategory.All, "Normal"];
        var lines = categories.Select(category =>
        {
            var closes = new Dictionary<string, double>
            {
                [category] = 3,
                ["PingTimeout"] = category == "PingTimeout" ? 3 : 2,
                ["Normal"] = 9,
            };
            return $"{category}: {CloseCategory.CountDropped(closes)} dropped, {CloseCategory.DescribeCause(closes)}\n";
        });

        Golden.AssertMatches("Advisor.Core.Tests", "closes.txt", string.Concat(lines));
    }
}
