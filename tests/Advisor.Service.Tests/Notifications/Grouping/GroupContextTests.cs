using Advisor.Core.Alerting;
using Advisor.Service.Notifications.Grouping;
using static Advisor.Service.Tests.World.RoutedWorld;

namespace Advisor.Service.Tests.Notifications.Grouping;

public sealed class GroupContextTests
{
    [Fact]
    public void Two_alerts_of_a_resource_have_one_proposal_the_one_that_says_since_when() =>
        Assert.Equal(
            "9 units instead of 5, since 06:00",
            GroupContext.Combine([Create("a", "9 units instead of 5"), Create("a", "9 units instead of 5, since 06:00")], Read)
        );

    [Fact]
    public void Of_several_resources_each_is_named_with_its_own()
    {
        AlertEvent[] alerts = [Create("a", "9 units, since 06:00"), Create("a", "9 units"), Create("b", "4 units"), Create("c", null)];

        Assert.Equal("a: 9 units, since 06:00; b: 4 units", GroupContext.Combine(alerts, Read));
        Assert.Null(GroupContext.Combine([alerts[3]], Read));
    }

    private static AlertEvent Create(string name, string? proposal) => CreateAlert(name) with { Proposal = proposal };

    private static string? Read(AlertEvent alert) => alert.Proposal;
}
