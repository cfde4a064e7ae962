using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Tests.World;
using static Advisor.Service.Tests.World.RoutedWorld;

namespace Advisor.Service.Tests.Notifications.Delivery;

/// <summary>
/// A storm makes the messages to one channel rarer, and those of the team's other channels stay as they are: none of what a channel has to
/// get is lost, and none comes twice. The team "chat" has a room for all and a pager from critical on; "live" has a room and a mail.
/// </summary>
public sealed class StormPausesTests
{
    private readonly RoutedWorld world = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    // 40 warnings at 08:00 pause the room until 08:05. An alert that was critical before goes to the pager at 08:01; the room gets it with
    // the next message.
    [Fact]
    public async Task The_pager_does_not_wait_for_the_chat_of_its_team()
    {
        await world.NotifyAsync(CreateStorm("chat"));
        await world.DeliverAsync(Start);
        await world.NotifyAsync(CreateCritical("worse", 1), CreateAlert("more", minute: 1));
        await world.DeliverAsync(Start.AddMinutes(1));

        Assert.Equal(["Server load: worse"], world.ListSentTo("pager").Select(m => m.Title));
        Assert.Single(world.ListSentTo("room"));

        await DeliverAsync(2, 60);

        Assert.Single(world.ListSentTo("pager"));
        Assert.Equal([40, 2], world.ListSentTo("room").Select(m => m.ResourceCount!.Value));
        Assert.Empty(await (await world.CreateDependenciesAsync()).State.Outbox.ListOpenAsync(100, Cancel));
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(19, false)]
    [InlineData(20, true)]
    public void A_message_about_twenty_resources_begins_a_storm(int resources, bool isStorm)
    {
        var pauses = new StormPauses(null, Start);

        pauses.Record("room", "live", resources);

        Assert.Equal(isStorm, pauses.Storms is not null);
    }

    [Fact]
    public void A_channel_that_had_no_storm_does_not_wait_for_one_that_has()
    {
        // The room gets many alerts, the mail only errors.
        var routing = new NotificationRouting(
            Settings with
            {
                Teams = [new("live", [new("room"), new("mail", AlertSeverity.Error)]), new("platform", [new("mail")])],
            }
        );
        var (memory, sent) = (GroupingMemory.Empty, new List<(int Minute, string Channel, int Resources)>());
        List<OutboxItem> waiting = [.. CreateStorm("live").Select(alert => alert.ToItem())];
        for (var minute = 0; minute < 30; minute++)
        {
            waiting.AddRange(
                minute is 1 or 2
                    ? [CreateAlert($"error{minute}", severity: AlertSeverity.Error, team: "live", minute: minute).ToItem()]
                    : (OutboxItem[])[]
            );
            (waiting, memory) = Plan(waiting, routing, memory, minute, sent);
        }

        Assert.Equal([(0, "room", 40), (1, "mail", 1), (2, "mail", 1), (5, "room", 2)], sent);
        Assert.Empty(waiting);
    }

    [Fact]
    public void A_recommendation_waits_where_the_alerts_do()
    {
        var routing = new NotificationRouting(
            Settings with
            {
                Teams = [new("live", [new("room"), new("mail", AlertSeverity.Warning)]), new("platform", [new("mail")])],
            }
        );
        var storms = new Dictionary<string, TeamStorm>(StringComparer.Ordinal) { ["room/live"] = new(Start, 1) };
        var (memory, sent) = (GroupingMemory.Empty with { Storms = storms }, new List<(int, string, int)>());
        List<OutboxItem> waiting = [.. Enumerable.Range(0, 2).Select(i => CreateNotice(i).ToItem())];
        for (var minute = 1; minute < 10; minute++)
        {
            (waiting, memory) = Plan(waiting, routing, memory, minute, sent);
        }

        Assert.Equal([(1, "mail", 2), (5, "room", 2)], sent);
        Assert.Empty(waiting);
    }

    // What a version before wrote: one storm for the team, whatever its channels.
    [Fact]
    public void A_storm_that_was_counted_for_the_team_holds_for_each_of_its_channels()
    {
        var storms = new Dictionary<string, TeamStorm>(StringComparer.Ordinal) { ["live"] = new(Start, 2) };
        var (memory, sent) = (GroupingMemory.Empty with { Storms = storms }, new List<(int, string, int)>());
        List<OutboxItem> waiting = [CreateAlert("more", team: "live", minute: 1).ToItem()];
        for (var minute = 1; minute < 30; minute++)
        {
            (waiting, memory) = Plan(waiting, new NotificationRouting(Settings), memory, minute, sent);
        }

        // The second pause is ten minutes.
        Assert.Equal([(10, "room", 1), (10, "mail", 1)], sent);
        Assert.Equal(3, memory.Storms!["mail/live"].Messages);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Wherever_the_grouping_of_a_storm_ends_nothing_is_lost_and_nothing_is_sent_twice(bool after)
    {
        var whole = await RunAsync(new CrashPoint());
        Assert.Null(FindComplaint(whole.World, repeats: 0));
        var failures = new List<string>();
        for (var at = 0; at < whole.Point.Steps.Count; at++)
        {
            var run = await RunAsync(new CrashPoint { At = at, After = after });
            var isCommit = run.Point.Steps[at].StartsWith("commit", StringComparison.Ordinal);
            if (FindComplaint(run.World, repeats: isCommit ? 1 : 0) is { } complaint)
            {
                failures.Add($"{(after ? "after" : "before")} call {at} ({run.Point.Steps[at]}): {complaint}");
            }
        }

        Assert.Empty(failures);
    }

    // A storm, then a plan that sends to the pager and keeps the rest for the room, which may end anywhere.
    private static async Task<(RoutedWorld World, CrashPoint Point)> RunAsync(CrashPoint point)
    {
        var fresh = new RoutedWorld();
        await fresh.NotifyAsync(CreateStorm("chat"));
        await fresh.DeliverAsync(Start);
        await fresh.NotifyAsync(CreateCritical("worse", 1), CreateCritical("worst", 1), CreateAlert("more", minute: 1));
        try
        {
            await fresh.DeliverAsync(Start.AddMinutes(1), new CrashingStore(fresh.Store, point));
        }
        catch (CrashException)
        {
            point.Restart();
        }

        for (var minute = 2; minute < 20; minute++)
        {
            await fresh.DeliverAsync(Start.AddMinutes(minute));
        }

        return (fresh, point);
    }

    /// <param name="repeats">How many messages may have come twice: those of a kill between a channel's answer and its record.</param>
    private static string? FindComplaint(RoutedWorld world, int repeats)
    {
        var pager = world.ListSentTo("pager").Select(m => m.Title).ToList();
        var room = world.ListSentTo("room").DistinctBy(m => m.EventId).Select(m => m.ResourceCount!.Value).ToList();
        return !pager.Distinct().Order(StringComparer.Ordinal).SequenceEqual(["Server load: worse", "Server load: worst"])
                ? $"the pager got {string.Join(", ", pager)}"
            : !room.SequenceEqual([40, 3]) ? $"the room got messages about {string.Join(", ", room)} resources"
            : pager.Count - 2 + world.ListSentTo("room").Count - room.Count > repeats ? "a message came twice"
            : null;
    }

    private async Task DeliverAsync(int from, int to)
    {
        for (var minute = from; minute < to; minute++)
        {
            await world.DeliverAsync(Start.AddMinutes(minute));
        }
    }

    /// <summary>Plans once, as the grouping does: completes the sources, and keeps the rows of what waits.</summary>
    private static (List<OutboxItem> Waiting, GroupingMemory Memory) Plan(
        List<OutboxItem> waiting,
        NotificationRouting routing,
        GroupingMemory memory,
        int minute,
        List<(int Minute, string Channel, int Resources)> sent
    )
    {
        var now = Start.AddMinutes(minute);
        var (plan, after) = GroupingPlanner.Plan(
            [.. waiting.OrderBy(item => item.CreatedAt)],
            routing,
            NotificationLinks.None,
            RuleSetLoader.Embedded.Alerts,
            memory,
            now
        );
        var deliveries = plan.Deliveries.Where(item => item.Kind == OutboxKind.Delivery);
        sent.AddRange(deliveries.Select(item => (minute, item.Target, DeliveryItems.ReadNotification(item)!.ResourceCount!.Value)));
        return (
            [
                .. waiting.Where(item => !plan.Sources.Contains(OutboxRows.ComputeHash(item))),
                .. plan.Deliveries.Where(item => item.Kind != OutboxKind.Delivery),
            ],
            after
        );
    }

    private static AlertEvent[] CreateStorm(string team) => [.. Enumerable.Range(0, 40).Select(i => CreateAlert($"r{i:00}", team: team))];

    // It was critical before: only a new one ends the pause of the room.
    private static AlertEvent CreateCritical(string name, int minute) =>
        CreateAlert(name, AlertEventKind.Repeated, AlertSeverity.Critical, AlertSeverity.Critical, minute: minute);

    private static Notification CreateNotice(int number) =>
        NoticeItems.Create(
            "recommendation",
            AlertSeverity.Warning,
            $"recommendation/{number}",
            Start,
            $"Title {number}",
            "Why.",
            $"/r/{number}"
        ) with
        {
            Team = "live",
        };
}
