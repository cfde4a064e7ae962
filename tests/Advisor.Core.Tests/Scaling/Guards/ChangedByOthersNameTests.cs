using Advisor.Core.Decisions;
using Advisor.Core.Observations;

namespace Advisor.Core.Tests.Scaling.Guards;

public class ChangedByOthersNameTests
{
    // 4,000 connections at 8 units for an hour, and 10 units in the next minute that Advisor did not request.
    [Theory]
    [InlineData(null, "Someone outside Advisor changed the size from 8 to 10 units")]
    [InlineData("dana@example.com (Azure portal)", "dana@example.com (Azure portal) changed the size from 8 to 10 units")]
    public void The_reason_names_who_changed_the_size_where_that_is_known(string? who, string expected)
    {
        var decision = TestResource
            .Decide(
                TestResource.CreateObservation(60, 4000, 10) with
                {
                    Fleet = new FleetConstraints { ChangedBy = who },
                },
                TestResource.BuildState(60, _ => 4000, 8)
            )
            .Decision!;

        Assert.StartsWith(
            expected,
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.ChangedByOthers).Text,
            StringComparison.Ordinal
        );
    }
}
