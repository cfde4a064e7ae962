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
    public void What_some_of_the_resources_share_names_them_and_what_all_share_names_none()
    {
        var alerts = "abcde".Select(name => Create($"{name}", "200 units")).ToList();

        Assert.Equal("200 units", GroupContext.Combine(alerts, Read));

        // Read beside the title "Autoscale conflict: x and 5 other alerts", a size without a name would be that of x.
        Assert.Equal("a, b, c and 2 more: 200 units", GroupContext.Combine([Create("x", null), .. alerts], Read));
    }

    [Fact]
    public void The_same_text_of_several_resources_stands_once()
    {
        AlertEvent[] alerts = [Create("a", "Clears at 75 %."), Create("b", "Clears at 95 %."), Create("c", "Clears at 75 %.")];

        Assert.Equal("a, c: Clears at 75 %. b: Clears at 95 %.", GroupContext.Combine(alerts, Read));

        // Three texts are shown; the fourth is that of two resources.
        AlertEvent[] more = [.. alerts, Create("d", "3."), Create("e", "4."), Create("f", "4.")];
        Assert.Equal("a, c: Clears at 75 %. b: Clears at 95 %. d: 3. And 2 more.", GroupContext.Combine(more, Read));
    }

    [Fact]
    public void Sentences_follow_each_other_and_the_rest_is_counted()
    {
        var alerts = new[] { "a", "b", "c", "d", "e" }.Select(name => Create(name, $"Needs {name}.")).ToList();

        Assert.Equal("a: Needs a. b: Needs b.", GroupContext.Combine(alerts[..2], Read));
        Assert.Equal("a: Needs a. b: Needs b. c: Needs c. And 2 more.", GroupContext.Combine(alerts, Read));
        Assert.Equal("a: 1; b: 2; c: 3; and 1 more", GroupContext.Combine([.. "abcd".Select((c, i) => Create($"{c}", $"{i + 1}"))], Read));
    }

    // Of the texts beyond the first three, one is of a, which is named, and two are of e.
    [Fact]
    public void A_resource_with_several_texts_counts_once()
    {
        AlertEvent[] alerts = [.. "abcaee".Select((name, i) => Create($"{name}", $"{i + 1}"))];

        Assert.Equal("a: 1; b: 2; c: 3; and 1 more", GroupContext.Combine(alerts, Read));
    }

    private static AlertEvent Create(string name, string? proposal) => CreateAlert(name) with { Proposal = proposal };

    private static string? Read(AlertEvent alert) => alert.Proposal;
}
