using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.SignedLinks;
using Advisor.Service.Tests.World;
using static Advisor.Service.Tests.World.RoutedWorld;

namespace Advisor.Service.Tests.Notifications.Grouping;

/// <summary>From alerts and notices to the messages of teams.</summary>
public sealed class NotificationGroupingTests
{
    private readonly RoutedWorld world = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_region_that_fails_is_one_message_to_each_channel_of_each_team()
    {
        await world.NotifyAsync([.. Enumerable.Range(0, 50).Select(i => CreateAlert($"r{i:00}", team: i < 30 ? "chat" : "live"))]);
        await world.DeliverAsync(Start);

        Assert.Equal(
            ["Server load: 30 resources in westeurope", "Server load: 20 resources in westeurope"],
            world.ListSentTo("room").Select(m => m.Title)
        );
        Assert.Equal(["Server load: 20 resources in westeurope"], world.ListSentTo("mail").Select(m => m.Title));
        Assert.Empty(world.ListSentTo("pager"));
        Assert.Empty(await (await world.CreateDependenciesAsync()).State.Outbox.ListOpenAsync(100, Cancel));
    }

    [Fact]
    public async Task A_team_is_notified_once_in_an_interval_and_the_rest_follows_with_the_next()
    {
        await world.NotifyAsync(CreateAlert("a"));
        await world.DeliverAsync(Start.AddSeconds(5));
        await world.NotifyAsync(CreateAlert("b"), CreateAlert("c"));
        await world.DeliverAsync(Start.AddSeconds(59));
        Assert.Single(world.ListSentTo("room"));
        await world.DeliverAsync(Start.AddSeconds(60));
        Assert.Equal(["Server load: a", "Server load: 2 resources in westeurope"], world.ListSentTo("room").Select(m => m.Title));
    }

    [Fact]
    public async Task An_alert_that_rises_to_a_channels_minimum_severity_begins_there_and_one_that_falls_below_it_is_resolved()
    {
        AlertEvent[] day =
        [
            CreateAlert("a"),
            CreateAlert("a", AlertEventKind.Updated, AlertSeverity.Critical, AlertSeverity.Warning, minute: 1),
            CreateAlert("a", AlertEventKind.Updated, AlertSeverity.Warning, AlertSeverity.Critical, minute: 2),
            CreateAlert("a", AlertEventKind.Resolved, AlertSeverity.Warning, AlertSeverity.Warning, minute: 3),
        ];
        foreach (var report in day)
        {
            await world.NotifyAsync(report);
            await world.DeliverAsync(report.At);
        }

        Assert.Equal(
            [AlertEventKind.Fired, AlertEventKind.Updated, AlertEventKind.Updated, AlertEventKind.Resolved],
            world.ListSentTo("room").Select(m => m.Kind)
        );
        Assert.Equal([AlertEventKind.Fired, AlertEventKind.Resolved], world.ListSentTo("pager").Select(m => m.Kind));
        Assert.Single(world.ListSentTo("pager").Select(m => m.DedupKey).Distinct());
    }

    [Fact]
    public async Task A_channel_with_incidents_gets_each_alert_while_they_are_few()
    {
        // 20 may begin at once.
        await world.NotifyAsync([.. Enumerable.Range(0, 20).Select(i => CreateAlert($"r{i}", severity: AlertSeverity.Critical))]);
        await world.DeliverAsync(Start);
        Assert.Equal(20, world.ListSentTo("pager").Select(m => m.DedupKey).Distinct().Count());
    }

    [Fact]
    public async Task When_many_begin_at_once_one_incident_stands_for_them_and_ends_with_the_last()
    {
        await world.NotifyAsync(CreateAlert("early", severity: AlertSeverity.Critical));
        await world.DeliverAsync(Start);
        await world.NotifyAsync([
            .. Enumerable.Range(0, 21).Select(i => CreateAlert($"r{i}", severity: AlertSeverity.Critical, minute: 1)),
        ]);
        await world.DeliverAsync(Start.AddMinutes(1));
        await world.NotifyAsync(CreateAlert("late", severity: AlertSeverity.Critical, minute: 2));
        await world.DeliverAsync(Start.AddMinutes(2));
        AlertEvent CreateResolved(string name, int minute) =>
            CreateAlert(name, AlertEventKind.Resolved, AlertSeverity.Critical, AlertSeverity.Critical, minute: minute);
        await world.NotifyAsync([CreateResolved("early", 3), .. Enumerable.Range(0, 21).Select(i => CreateResolved($"r{i}", 3))]);
        await world.DeliverAsync(Start.AddMinutes(3));
        await world.NotifyAsync(CreateResolved("late", 4));
        await world.DeliverAsync(Start.AddMinutes(4));

        // The one that began before has an incident of its own; the 21 and the late one share theirs.
        var sent = world.ListSentTo("pager");
        Assert.Equal(
            [
                "Fired Server load: early",
                "Fired 21 alerts, Server load: 21 resources in westeurope",
                "Updated 22 alerts, Server load: late",
                "Resolved Server load: early",
                "Resolved All alerts of chat in this incident",
            ],
            sent.Select(m => $"{m.Kind} {m.Title}")
        );
        Assert.Equal(sent[1].DedupKey, sent[2].DedupKey);
        Assert.Equal(sent[1].DedupKey, sent[4].DedupKey);
        Assert.Equal(sent[0].DedupKey, sent[3].DedupKey);
        Assert.Equal(5, sent.Select(m => m.EventId).Distinct().Count());

        // The incident is over: what fires next is not part of it.
        await world.NotifyAsync(CreateAlert("next", severity: AlertSeverity.Critical, minute: 5));
        await world.DeliverAsync(Start.AddMinutes(5));
        Assert.Equal("Fired Server load: next", $"{world.ListSentTo("pager")[5].Kind} {world.ListSentTo("pager")[5].Title}");
    }

    [Fact]
    public async Task An_unknown_team_goes_to_the_default_route_which_is_notified_of_it_once()
    {
        await world.NotifyAsync(CreateAlert("a", team: "ghosts"));
        await world.DeliverAsync(Start);
        await world.NotifyAsync(CreateAlert("b", team: "Ghosts"));
        await world.DeliverAsync(Start.AddMinutes(1));
        Assert.Equal(["Unknown team ghosts", "Server load: a", "Server load: b"], world.ListSentTo("mail").Select(m => m.Title));
        Assert.Equal("unknownTeam", world.ListSentTo("mail")[0].Topic);
        Assert.All(world.ListSentTo("mail"), message => Assert.Equal("platform", message.Team));
    }

    [Fact]
    public async Task Several_unknown_teams_in_one_message_are_each_reported()
    {
        await world.NotifyAsync(CreateAlert("a", team: "ghosts"), CreateAlert("b", team: "elves"));
        await world.DeliverAsync(Start);
        Assert.Equal(
            ["Unknown team elves", "Unknown team ghosts", "Server load: 2 resources in westeurope"],
            world.ListSentTo("mail").Select(m => m.Title)
        );
    }

    [Fact]
    public void Several_alerts_of_resources_without_a_team_have_one_link_that_silences_them_for_the_default_team()
    {
        var waiting = new[] { CreateAlert("a", team: ""), CreateAlert("b", team: "ghosts") };
        var links = new NotificationLinks(new AppLinks(new Uri("https://advisor.example.com"), KeyRing.CreateRandom()), null);
        var (plan, _) = GroupingPlanner.Plan(
            [.. waiting.Select(alert => alert.ToItem())],
            new NotificationRouting(RoutedWorld.Settings),
            links,
            RuleSetLoader.Embedded.Alerts,
            GroupingMemory.Empty,
            Start
        );

        var message = plan.Deliveries.Select(item => DeliveryItems.ReadNotification(item)!).Single(message => message.Topic is null);
        Assert.Equal("platform", message.Team);
        Assert.Equal(
            [
                .. waiting.Select(alert => new NotificationAlert(
                    alert.DedupKey,
                    AlertEventKind.Fired,
                    alert.Severity,
                    "serverLoad",
                    alert.Subject.Id
                )),
            ],
            message.Alerts!
        );
        Assert.Contains("team=platform", Uri.UnescapeDataString(message.SilenceLink!.Query), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_large_group_has_the_keys_of_its_first_hundred_alerts_and_their_number()
    {
        var name = new string('r', 400); // ids of 400 characters a hundred times are more than a row holds
        await world.NotifyAsync([.. Enumerable.Range(0, 150).Select(i => CreateAlert($"{name}{i}", team: "live"))]);
        await world.DeliverAsync(Start);

        var message = Assert.Single(world.ListSentTo("room"));
        Assert.Equal((150, 100), (message.AlertCount, message.Alerts!.Count));
        Assert.All(message.Alerts!, alert => Assert.Null(alert.ResourceId));
        Assert.Equal(100, message.Alerts!.Select(alert => alert.DedupKey).Distinct().Count());
    }

    [Fact]
    public async Task A_recommendation_for_a_resource_without_a_team_names_the_default_team()
    {
        var state = (await world.CreateDependenciesAsync()).State;
        var notice = NoticeItems.Create("recommendation", AlertSeverity.Warning, "recommendation/a", Start, "a: 1 to 2", "x", "/r/a");
        await state.Outbox.EnqueueAsync(notice.ToItem(), Cancel);
        await world.DeliverAsync(Start);
        Assert.Equal("platform", Assert.Single(world.ListSentTo("mail")).Team);
    }

    [Fact]
    public async Task Notices_are_sent_alone_and_open_an_incident_only_where_a_person_must_act()
    {
        var state = (await world.CreateDependenciesAsync()).State;
        foreach (var (topic, severity) in new[] { ("changed", AlertSeverity.Info), ("applyingStopped", AlertSeverity.Critical) })
        {
            var notice = NoticeItems.Create(topic, severity, topic + "/1", Start, topic, "x") with { Team = "chat" };
            await state.Outbox.EnqueueAsync(notice.ToItem(), Cancel);
        }

        await world.DeliverAsync(Start);
        Assert.Equal(["applyingStopped", "changed"], world.ListSentTo("room").Select(m => m.Title).Order(StringComparer.Ordinal));
        Assert.Equal(["applyingStopped"], world.ListSentTo("pager").Select(m => m.Title));
    }

    [Fact]
    public async Task A_failing_channel_is_reported_by_the_others_of_its_teams_and_so_is_its_end()
    {
        var room = world.Channels[0];
        var dependencies = await world.CreateDependenciesAsync();
        Enumerable.Range(0, 3).ToList().ForEach(_ => room.Answers.Enqueue(DeliveryResult.RetryLater("room: no answer in time.")));
        await world.NotifyAsync(CreateAlert("a", team: "live"));

        // Tried at 0, 1 and 2 minutes; the third failure makes the alert. It works at 4, which is the end 5 minutes later.
        for (var minute = 0; minute <= 10; minute++)
        {
            await new AdvisorService(dependencies, []).ChannelAlerts.AdvanceAsync(Start.AddMinutes(minute), Cancel);
            await world.DeliverAsync(Start.AddMinutes(minute));
        }

        // chat and live have the room: their other channels are pager and mail.
        Assert.Equal(
            ["Fired Delivery failing: room", "Resolved Delivery failing: room"],
            world.ListSentTo("pager").Select(m => $"{m.Kind} {m.Title}")
        );
        Assert.Equal(["Server load: a", "Delivery failing: room", "Delivery failing: room"], world.ListSentTo("mail").Select(m => m.Title));
        Assert.Equal("Advisor keeps the messages and retries. Last attempt: room: no answer in time.", world.ListSentTo("mail")[1].Done);
        Assert.All(room.Sent, m => Assert.Equal("Server load: a", m.Title));
    }

    [Theory]
    [InlineData("room", "", "pager mail")] // the other channels of chat and live
    [InlineData("room", "pager", "pager mail")] // one of them works
    [InlineData("mail", "", "room +pager")] // live's; the pager is sent the end alone
    [InlineData("mail", "room", "room pager")] // the default team has no other: any
    [InlineData("room", "pager mail", "/output pager mail")] // none works: the output of the program, and those that may be mended
    public void A_failing_channel_is_reported_by_those_that_work_and_by_the_output_where_none_does(
        string channel,
        string failing,
        string expected
    )
    {
        var around = new NotificationRouting(RoutedWorld.Settings).FindAlternatives(channel, failing.Split(' ').ToHashSet());

        Assert.Equal(
            expected,
            string.Join(' ', around.Select(routingTarget => (routingTarget.OnlyResolved ? "+" : "") + routingTarget.Channel))
        );
    }

    [Fact]
    public void Where_there_is_one_channel_its_failure_is_reported_by_the_output() =>
        Assert.Equal(
            [NotificationRouting.OwnOutput],
            new NotificationRouting(RoutingSettings.CreateForConsole())
                .FindAlternatives("console", new HashSet<string> { "console" })
                .Select(routingTarget => routingTarget.Channel)
        );

    [Fact]
    public async Task Names_of_any_length_fit_a_queue_message()
    {
        var (name, text) = (new string('漢', 300), new string('漢', 3000));
        await world.NotifyAsync([
            .. Enumerable
                .Range(0, 40)
                .Select(i =>
                    CreateAlert(name + i) with
                    {
                        Limit = text,
                        Done = text,
                        Next = text,
                        Trend = [.. Enumerable.Repeat<double?>(1.0 / 3, 500)],
                    }
                ),
        ]);
        await world.DeliverAsync(Start);
        var message = Assert.Single(world.ListSentTo("room"));
        Assert.InRange(System.Text.Encoding.UTF8.GetByteCount(DeliveryItems.CreateItem("room", "chat", message, Start).Payload), 1, 48_000);
    }

    [Fact]
    public async Task Alerts_that_are_larger_than_a_plan_together_are_one_message_all_the_same()
    {
        // 300 critical alerts of 7 KB: what stands around them fits no plan of 1 MB, the one incident that stands for them does.
        await world.NotifyAsync([
            .. Enumerable
                .Range(0, 300)
                .Select(i =>
                    CreateAlert($"r{i}") with
                    {
                        Done = new string('x', 500),
                        Next = new string('y', 500),
                        Proposal = new string('z', 500),
                    }
                )
                .Select(
                    (report, i) =>
                        report with
                        {
                            Severity = AlertSeverity.Critical,
                            Text = new string('t', 4000),
                            EventId = $"e{i}",
                            Subject = report.Subject with { Id = $"/r/{i}" },
                        }
                ),
        ]);
        await world.DeliverAsync(Start);
        Assert.Single(world.ListSentTo("room"));
        Assert.Empty(await (await world.CreateDependenciesAsync()).State.Outbox.ListOpenAsync(1000, Cancel));
    }

    [Fact]
    public async Task Incidents_that_are_larger_than_a_plan_together_end_each_once_in_several()
    {
        // 300 ends of 5 KB are 1.5 MB: a plan of 1 MB has half of them, 150, and the rest fits the next one.
        world.MaxMessages = new MessageLimit(1, TimeSpan.FromMinutes(10));
        await world.NotifyAsync([.. Enumerable.Range(0, 300).Select(i => CreateLongEnd($"r{i}", "chat"))]);
        await world.DeliverAsync(Start);
        await world.DeliverAsync(Start.AddMinutes(10));

        Assert.Equal(300, world.ListSentTo("pager").Select(message => message.DedupKey).Distinct().Count());
        Assert.Equal(300, world.ListSentTo("pager").Count);
        Assert.Equal([150, 150], world.ListSentTo("room").Select(message => message.ResourceCount));
        Assert.Empty(await (await world.CreateDependenciesAsync()).State.Outbox.ListOpenAsync(1000, Cancel));
    }

    [Fact]
    public void A_team_whose_alerts_do_not_fit_a_plan_is_left_whole_to_the_next_one()
    {
        // 100 ends of 5 KB are half a plan, those of two teams with what stands around them more than a whole one.
        var routing = new NotificationRouting(
            Settings with
            {
                Teams = [new TeamSettings("chat", [new TeamChannel("pager")]), new TeamSettings("live", [new TeamChannel("pager")])],
                DefaultTeam = "live",
            }
        );
        List<OutboxItem> waiting = [.. Enumerable.Range(0, 240).Select(i => CreateLongEnd($"r{i}", i % 2 == 0 ? "chat" : "live").ToItem())];

        var (first, memory) = Plan(waiting, GroupingMemory.Empty);
        var (second, _) = Plan([.. waiting.Where(item => !first.Sources.Contains(OutboxRows.ComputeHash(item)))], memory);

        Assert.Equal((120, "chat"), (first.Deliveries.Count, FindTeam(first)));
        Assert.Equal((120, "live"), (second.Deliveries.Count, FindTeam(second)));

        (PlannedDeliveries, GroupingMemory) Plan(IReadOnlyList<OutboxItem> items, GroupingMemory before) =>
            GroupingPlanner.Plan(items, routing, NotificationLinks.None, RuleSetLoader.Embedded.Alerts, before, Start);

        static string? FindTeam(PlannedDeliveries plan) =>
            Assert.Single(plan.Deliveries.Select(item => DeliveryItems.ReadNotification(item)!.Team).Distinct());
    }

    [Fact]
    public void A_title_is_not_cut_within_a_character()
    {
        // A title has up to 300 characters; the 299th and the 300th are one that .NET counts as two.
        var message = NoticeItems.Create("digest", AlertSeverity.Info, "key", Start, new string('x', 298) + "\U0001F600\U0001F600", "");

        Assert.Equal(
            new string('x', 298) + "…",
            DeliveryItems.ReadNotification(DeliveryItems.CreateItem("room", "key", message, Start))!.Title
        );
    }

    [Fact]
    public void The_link_of_an_approval_is_that_of_an_alert_that_fires()
    {
        var link = new Uri("https://advisor.example.com/approvals/1");
        var ended = CreateAlert("a", AlertEventKind.Resolved) with { ApproveLink = link };

        Assert.Null(NotificationBuilder.FindApprovalLink([ended, CreateAlert("a")]));
        Assert.Equal(link, NotificationBuilder.FindApprovalLink([ended, CreateAlert("a") with { ApproveLink = link }]));
    }

    private static AlertEvent CreateLongEnd(string name, string team) =>
        CreateAlert(name, AlertEventKind.Resolved, AlertSeverity.Critical, AlertSeverity.Critical, team) with
        {
            Text = new string('t', 4000),
        };
}
