using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.SignedLinks;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Notifications.Grouping;

/// <summary>Notices of one kind and team that come at once are one message with a line for each.</summary>
public sealed class NoticeGroupingTests
{
    private static readonly DateTimeOffset At = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Three_recommendations_are_one_message_with_a_line_and_a_link_each()
    {
        var combined = Assert.Single(
            Combine(CreateRecommendation("a"), CreateRecommendation("b", AlertSeverity.Error), CreateRecommendation("c"))
        );

        Assert.Equal(
            ("3 resources need a larger size", AlertSeverity.Error, 3),
            (combined.Title, combined.Severity, combined.ResourceCount)
        );
        Assert.Equal(
            ["b: 1 to 2, +18 USD a month", "a: 1 to 2, +18 USD a month", "c: 1 to 2, +18 USD a month"],
            combined.Lines!.Select(line => line.Text)
        );
        Assert.All(combined.Lines!, line => Assert.NotNull(line.ApproveLink));
        Assert.Null(combined.ApproveLink);
        Assert.Equal(Links.CreateFleetLink(), combined.Link);
    }

    [Fact]
    public void The_change_in_cost_of_a_line_has_its_thousands()
    {
        var costly = CreateRecommendation("a") with
        {
            Cost = "+5,085 USD a month, total 159,965 USD (11,000 for units + 148,965 for messages)",
        };

        var combined = Assert.Single(Combine(costly, CreateRecommendation("b")));

        Assert.Equal(["a: 1 to 2, +5,085 USD a month", "b: 1 to 2, +18 USD a month"], combined.Lines!.Select(line => line.Text));
    }

    [Fact]
    public void Several_approvals_lead_to_the_page_that_has_all_of_them()
    {
        var combined = Assert.Single(
            Combine(CreateRecommendation("a") with { Topic = "approval" }, CreateRecommendation("b") with { Topic = "approval" })
        );

        Assert.Equal(("2 approvals requested", Links.CreateApprovalsLink()), (combined.Title, combined.Link));
    }

    [Fact]
    public void In_another_order_it_is_the_same_message() =>
        Assert.Equal(
            Combine(CreateRecommendation("a"), CreateRecommendation("b")).Single().EventId,
            Combine(CreateRecommendation("b"), CreateRecommendation("a")).Single().EventId
        );

    [Fact]
    public void One_stays_as_it_is()
    {
        var only = CreateRecommendation("a");

        Assert.Same(only, Assert.Single(Combine(only)));
    }

    [Fact]
    public void Teams_and_topics_are_messages_of_their_own() =>
        Assert.Equal(
            3,
            Combine(
                CreateRecommendation("a"),
                CreateRecommendation("b") with
                {
                    Team = "live",
                },
                CreateRecommendation("c") with
                {
                    Topic = "changed",
                }
            ).Count
        );

    [Fact]
    public void What_is_about_Advisor_itself_is_not_combined() =>
        Assert.Equal(
            2,
            Combine(CreateRecommendation("a") with { Topic = "stateReset" }, CreateRecommendation("b") with { Topic = "stateReset" }).Count
        );

    [Fact]
    public void Ten_lines_are_listed_and_the_others_counted()
    {
        var combined = Assert.Single(Combine([.. Enumerable.Range(0, 186).Select(i => CreateRecommendation($"r{i}"))]));

        Assert.Equal((10, 186), (combined.Lines!.Count, combined.ResourceCount));
        Assert.Equal("The first 10 of 186 are listed; the fleet page has all.", combined.Text);
    }

    [Fact]
    public void Large_notices_about_Advisor_fill_several_plans_and_none_exceeds_its_limit()
    {
        // A text is sent up to 4,000 characters: 300 x about 4.2 KB = 1.27 MB, two plans of at most 1 MiB.
        var waiting = Enumerable
            .Range(0, 300)
            .Select(i => NoticeItems.Create("stateReset", AlertSeverity.Error, $"reset/{i}", At, "Title", new string('x', 10_000)).ToItem())
            .ToList();
        var routing = new NotificationRouting(
            RoutedWorld.Settings with
            {
                Notifications = new NotificationSettings { MaxMessages = new(10_000, TimeSpan.FromMinutes(1)) },
            }
        );
        var (plans, memory) = (0, GroupingMemory.Empty);
        while (waiting.Count > 0)
        {
            (var plan, memory) = GroupingPlanner.Plan(waiting, routing, NotificationLinks.None, RuleSetLoader.Embedded.Alerts, memory, At);
            Assert.InRange(plan.Deliveries.Sum(delivery => delivery.Payload.Length), 1, GroupingJournal.MaxDeliveryBytes + 5_000);
            waiting.RemoveRange(0, plan.Sources.Count);
            plans++;
        }

        Assert.Equal(2, plans);
    }

    private static NotificationLinks Links { get; } =
        new(new AppLinks(new Uri("https://advisor.example.com"), KeyRing.CreateRandom()), null);

    private static List<Notification> Combine(params Notification[] notices) =>
        [.. NoticeGrouping.Combine(notices, team => team ?? "platform", Links)];

    private static Notification CreateRecommendation(string name, AlertSeverity severity = AlertSeverity.Warning) =>
        NoticeItems.Create(
            "recommendation",
            severity,
            $"recommendation/{name}",
            At,
            $"Scale-out recommended for {name}: 1 to 2",
            "Why.",
            "/r/" + name
        ) with
        {
            Team = "chat",
            Cost = "+18 USD a month, total 879 USD (97 for units + 782 for messages)",
            Link = new Uri($"https://advisor.example.com/{name}"),
            ApproveLink = new Uri($"https://advisor.example.com/approve/{name}"),
        };
}
