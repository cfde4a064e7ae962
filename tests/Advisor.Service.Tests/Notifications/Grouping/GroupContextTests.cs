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

    [Fact]
    public void Sentences_follow_each_other_and_the_rest_is_counted()
    {
        var alerts = new[] { "a", "b", "c", "d", "e" }.Select(name => Create(name, $"Needs {name}.")).ToList();

        Assert.Equal("a: Needs a. b: Needs b.", GroupContext.Combine(alerts[..2], Read));
        Assert.Equal("a: Needs a. b: Needs b. c: Needs c. And 2 more.", GroupContext.Combine(alerts, Read));
        Assert.Equal("a: 1; b: 2; c: 3; and 1 more", GroupContext.Combine([.. "abcd".Select((c, i) => Create($"{c}", $"{i + 1}"))], Read));
    }

    private static AlertEvent Create(string name, string? proposal) => CreateAlert(name) with { Proposal = proposal };

    private static string? Read(AlertEvent alert) => alert.Proposal;
}
