using Advisor.Configuration.Routing;
using Advisor.Core.Alerting;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.Notifications;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Tick;

/// <summary>Resources that are deleted, or leave the scope: their alerts are resolved, once the deletion is certain.</summary>
public sealed class DeletedResourceTests
{
    // 930 of the 1,000 connections of a unit are above the target of 90 %.
    private static readonly ResourceSettings Lobby = new() { Team = "lobby", Targets = new(Connections: new Ratio(0.9)) };

    private readonly ServiceWorld world = new();
    private readonly FakeResource chat;

    public DeletedResourceTests()
    {
        // 930 of 1,000 connections: an alert from 08:05 on. Lists are made every five minutes, at 08:00, 08:05 and so on.
        world.Options = world.Options with
        {
            Mode = AdvisorMode.Recommend,
        };
        chat = world.Azure.Add("chat", 1, _ => 930, Lobby);
        world.Azure.Add("other", 1, _ => 500, region: "northeurope");
    }

    private IEnumerable<string> Sent =>
        world
            .Reports.Where(report => report.Subject.Name == "chat")
            .Select(report => $"{report.Condition} {report.Kind} {report.At:HH:mm}");

    [Fact]
    [Fault("arm-deleted")]
    public async Task The_alerts_of_a_deleted_resource_are_resolved_after_three_complete_lists_and_its_team_is_notified_once()
    {
        await world.RunAsync(10);
        world.Azure.Remove(chat);
        await world.RunAsync(60);

        // Lists at 08:10, 08:15 and 08:20 lack it.
        Assert.Equal(["connections Fired 08:05", "connections Resolved 08:20"], Sent);
        var (fired, resolved) = (world.Reports[0], world.Reports[^1]);
        Assert.Equal((fired.DedupKey, "lobby"), (resolved.DedupKey, resolved.Subject.Team));
        Assert.StartsWith("Azure no longer lists it: it was deleted or moved", resolved.Text, StringComparison.Ordinal);
        Assert.Single(world.Channel.Sent, message => message.Kind == AlertEventKind.Resolved && message.Text == resolved.Text);

        // What the team was told stands in the timeline, too.
        var timeline = (await world.OpenStateAsync()).Timeline;
        Assert.Equal(
            [AlertEventKind.Resolved, AlertEventKind.Fired],
            (
                await timeline.QueryAsync(new(ServiceWorld.Start, ServiceWorld.Start.AddDays(1), null, 10), CancellationToken.None)
            ).Records.Select(entry => entry.Alert!.Kind)
        );

        // Lists of resources show it no more.
        Assert.Null((await (await world.OpenStateAsync()).LoadAsync(chat.Id, CancellationToken.None)).Snapshot);
    }

    [Fact]
    public async Task The_alerts_of_a_resource_deleted_while_Advisor_was_stopped_are_resolved_however_long_that_was()
    {
        // A state is kept for 30 days after its last write; what is older goes in the first tick after a stop.
        await world.RunAsync(10);
        world.Azure.Remove(chat);
        world.Clock.Advance(TimeSpan.FromDays(40));
        await world.RunAsync(20);

        // Stopped at 08:10, started at 08:10: the lists of 08:10, 08:15 and 08:20 lack it.
        Assert.Equal(["connections Fired 08:05", "connections Resolved 08:20"], Sent);
        Assert.Null((await (await world.OpenStateAsync()).LoadAsync(chat.Id, CancellationToken.None)).Snapshot);
    }

    [Fact]
    public async Task One_that_is_created_again_has_as_long_for_its_first_metrics_as_a_new_one()
    {
        await world.RunAsync(30);
        world.Azure.Remove(chat);
        world.Clock.Advance(TimeSpan.FromHours(12));

        // Created at 20:30, without a client and so without metrics: 15 minutes without any are an alert.
        var again = world.Azure.Add("chat", 1, _ => 0, Lobby);
        (again.CreatedAt, again.Reports) = (world.Clock.GetUtcNow(), false);
        await world.RunAsync(20);

        var alert = Assert.Single(world.Reports, report => report.Condition == "noData");
        Assert.Equal("20:45 chat has had no metrics for 15 min.", $"{alert.At:HH:mm} {alert.Text}");
    }

    [Fact]
    public async Task A_channel_that_keeps_incidents_is_sent_the_end_of_each()
    {
        var pager = new RecordingChannel("pager");
        var dependencies = await world.CreateDependenciesAsync() with
        {
            Routing = new NotificationRouting(
                RoutingSettings.CreateForChannel(new ChannelSettings { Name = "pager", Type = ChannelType.PagerDuty })
            ),
        };
        var loop = new WatchLoop(new AdvisorService(dependencies, [pager]), world.Clock, _ => { });
        for (var tick = 0; tick < 30; tick++)
        {
            if (tick == 10)
            {
                world.Azure.Remove(chat);
            }

            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        Assert.Equal([AlertEventKind.Fired, AlertEventKind.Resolved], pager.Sent.Select(message => message.Kind));
        Assert.Single(pager.Sent.Select(message => message.DedupKey).Distinct());
    }

    [Fact]
    public async Task A_list_in_which_anything_failed_closes_nothing()
    {
        await world.RunAsync(10);
        world.Azure.Remove(chat);
        world.Azure.ListFailures.Add(new FleetFailure("/subscriptions/s", FailureCode.Throttled, "Azure asked to slow down."));
        await world.RunAsync(60);

        // Each run is a fresh process, which evaluates what was stored. The newest minute, 08:06, is 15 minutes old at 08:21.
        Assert.Equal(
            ["connections Fired 08:05", "noData Fired 08:21"],
            Sent.Where(line => !line.Contains("Repeated", StringComparison.Ordinal))
        );

        // Whole again at 09:10: the third list without it is that of 09:20.
        world.Azure.ListFailures.Clear();
        await world.RunAsync(20);
        Assert.Equal(["connections Resolved 09:20", "noData Resolved 09:20"], Sent.TakeLast(2).Order());
    }

    [Fact]
    public async Task A_right_that_is_missing_for_good_neither_lists_at_every_tick_nor_hides_a_deleted_resource()
    {
        world.Azure.ListFailures.Add(
            new FleetFailure(
                "/subscriptions/s/providers/Microsoft.Insights/autoscaleSettings",
                FailureCode.Forbidden,
                "No right to read autoscale settings."
            )
        );
        world.Azure.ListsDespiteFailures = true;
        var dependencies = await world.CreateDependenciesAsync();
        var loop = new WatchLoop(new AdvisorService(dependencies, []), world.Clock, _ => { });
        for (var tick = 0; tick < 30; tick++)
        {
            if (tick == 10)
            {
                world.Azure.Remove(chat);
            }

            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        // Listed every five minutes in 30; the lists of 08:10, 08:15 and 08:20 lack it, and it is gone with the third.
        Assert.Equal(6, world.Azure.Lists);
        Assert.Null((await (await world.OpenStateAsync()).LoadAsync(chat.Id, CancellationToken.None)).Snapshot);
        Assert.Equal(["connections Fired 08:05", "connections Resolved 08:20"], Sent);
    }

    [Fact]
    public async Task Where_one_subscription_may_not_be_listed_those_of_another_are_still_missed()
    {
        await world.RunAsync(10);
        world.Azure.Remove(chat);
        world.Azure.ListFailures.Add(
            new FleetFailure("/subscriptions/another/providers/Microsoft.Insights/autoscaleSettings", FailureCode.Forbidden, "No right.")
        );
        world.Azure.ListFailures.Add(new FleetFailure("/subscriptions/another", FailureCode.Throttled, "Azure asked to slow down."));
        world.Azure.ListsDespiteFailures = true;
        await world.RunAsync(30);

        // Listed at every tick because of what may pass; a list is counted once in five minutes nevertheless: 08:10, 08:15, 08:20.
        Assert.Equal(["connections Fired 08:05", "connections Resolved 08:20"], Sent);
    }

    [Fact]
    public async Task One_that_is_back_before_the_third_list_was_never_gone()
    {
        await world.RunAsync(10);
        for (var tick = 0; tick < 3; tick++)
        {
            // Two lists lack it, the third has it again.
            world.Azure.Remove(chat);
            await world.RunAsync(10);
            world.Azure.Add("chat", 1, _ => 930, Lobby);
            await world.RunAsync(5);
        }

        Assert.Equal(["connections Fired 08:05"], Sent);
    }

    [Fact]
    public async Task Processes_that_end_after_every_tick_count_on_where_the_last_one_stopped()
    {
        await world.RunAsync(10);
        world.Azure.Remove(chat);
        for (var minute = 0; minute < 30; minute++)
        {
            await world.RunAsync(1);
        }

        Assert.Equal(["connections Fired 08:05", "connections Resolved 08:20"], Sent);
    }

    [Fact]
    public async Task Ended_at_any_call_the_end_is_sent_once()
    {
        // Lists at 08:20 and 08:25 lack it. The tick of 08:30, whose list is the third, is ended before its first call, before its second,
        // and so on until it gets through.
        await world.RunAsync(20);
        world.Azure.Remove(chat);
        await world.RunAsync(10);
        var ended = 0;
        for (var isThrough = false; !isThrough; )
        {
            var point = new CrashPoint { At = ended };
            try
            {
                await (await world.CreateLoopAsync(point)).TickAsync(CancellationToken.None);
            }
            catch (CrashException)
            {
                // A tick survives a fault of one of its stages: the crash shows at the point.
            }

            isThrough = !point.Happened;
            ended += isThrough ? 0 : 1;
        }

        await world.RunAsync(10);
        Assert.InRange(ended, 10, int.MaxValue);
        Assert.Single(Sent, line => line.Contains("Resolved", StringComparison.Ordinal));
        Assert.Single(world.Channel.Sent, message => message.Kind == AlertEventKind.Resolved);
    }

    [Fact]
    public async Task A_region_without_resources_has_no_quota_alert_left()
    {
        // 100 + 30 of 150 units are 86.7 %: sent after 10 minutes.
        FakeResource[] all =
        [
            world.Azure.Add("big", 100, _ => 95_000, region: "westus"),
            world.Azure.Add("mid", 30, _ => 29_000, region: "westus"),
        ];
        await world.RunAsync(20);
        all.ToList().ForEach(world.Azure.Remove);
        await world.RunAsync(40);

        var sent = world.Reports.Where(report => report.Condition == "regionalQuota").ToList();
        Assert.Equal(["Fired 08:10", "Resolved 08:30"], sent.Select(alert => $"{alert.Kind} {alert.At:HH:mm}"));
        Assert.StartsWith("Azure no longer lists any resource there.", sent[1].Text, StringComparison.Ordinal);
    }
}
