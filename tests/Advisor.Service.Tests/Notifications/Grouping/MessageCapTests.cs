using Advisor.Configuration.Routing;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Tests.World;
using static Advisor.Service.Tests.World.RoutedWorld;

namespace Advisor.Service.Tests.Notifications.Grouping;

/// <summary>
/// How many messages a channel gets: at most 10 in 10 minutes, fewer while many resources have alerts; none is lost, and a new critical
/// alert waits for nothing.
/// </summary>
public sealed class MessageCapTests
{
    private readonly RoutedWorld world = new() { MaxMessages = MessageLimit.Default };

    // One alert in each of the minutes 08:00 to 08:09 is 10 messages: the limit of the window that ends at 08:10.
    [Fact]
    public async Task Ten_messages_in_ten_minutes_are_sent_and_one_summary_stands_for_the_others()
    {
        for (var minute = 0; minute < 10; minute++)
        {
            await world.NotifyAsync(CreateAlert($"early{minute}", minute: minute));
            await world.DeliverAsync(Start.AddMinutes(minute));
        }

        Assert.Equal(10, world.ListSentTo("room").Count);

        // The eleventh, of another team that uses the same room and a mail.
        await world.NotifyAsync(CreateAlert("late1", team: "live", severity: AlertSeverity.Error, minute: 9));
        await world.DeliverAsync(Start.AddMinutes(9));
        Assert.Equal(10, world.ListSentTo("room").Count);
        Assert.Single(world.ListSentTo("mail"));

        // Nothing new at 08:10, and still the summary is sent.
        await world.DeliverAsync(Start.AddMinutes(10));
        await world.DeliverAsync(Start.AddMinutes(11));

        var summary = Assert.Single(world.ListSentTo("room").Skip(10));
        Assert.Equal(("unsent", AlertSeverity.Error), (summary.Topic, summary.Severity));
        Assert.Equal("1 message above the limit of this channel", summary.Title);
        Assert.Equal("This channel reached its limit of 10 messages after 08:00 UTC (maxMessages).", summary.Text);
        Assert.Equal(["Error: Server load: late1"], summary.Lines!.Select(line => line.Text));
    }

    // What Advisor says when it stops all changes: nothing tells of it again.
    [Fact]
    public async Task A_critical_notice_is_sent_above_the_limit_too()
    {
        world.MaxMessages = new MessageLimit(1, TimeSpan.FromDays(1));
        await world.NotifyAsync(CreateAlert("a", team: "live"));
        await world.DeliverAsync(Start);
        var stopped = NoticeItems.Create("applyingStopped", AlertSeverity.Critical, "applying-stopped/1", Start, "Stopped", "");
        await (await world.CreateDependenciesAsync()).State.Outbox.EnqueueAsync(stopped.ToItem(), TestContext.Current.CancellationToken);
        await world.DeliverAsync(Start);

        Assert.Equal(["Server load: a", "Stopped"], world.ListSentTo("mail").Select(message => message.Title));
    }

    [Fact]
    public async Task The_summary_has_the_highest_severity_of_what_was_not_sent()
    {
        world.MaxMessages = new MessageLimit(1, TimeSpan.FromMinutes(10));
        AlertSeverity[] severities = [AlertSeverity.Critical, AlertSeverity.Warning, AlertSeverity.Error, AlertSeverity.Warning];
        for (var minute = 0; minute < severities.Length; minute++)
        {
            await world.NotifyAsync(CreateAlert($"r{minute}", severity: severities[minute], minute: minute));
            await world.DeliverAsync(Start.AddMinutes(minute));
        }

        await world.DeliverAsync(Start.AddMinutes(10));

        var summary = world.ListSentTo("room")[1];
        Assert.Equal("3 messages above the limit of this channel", summary.Title);
        Assert.Equal(AlertSeverity.Error, summary.Severity);
    }

    [Fact]
    public async Task The_summary_says_what_began_and_what_ended()
    {
        world.MaxMessages = new MessageLimit(1, TimeSpan.FromMinutes(10));
        AlertEvent[] alerts =
        [
            CreateAlert("first"),
            CreateAlert("chat", severity: AlertSeverity.Warning, minute: 1),
            CreateAlert("chat", AlertEventKind.Resolved, AlertSeverity.Warning, AlertSeverity.Warning, minute: 2),
            CreateAlert("hub", AlertEventKind.Resolved, AlertSeverity.Error, AlertSeverity.Error, minute: 3),
        ];
        foreach (var (minute, alert) in alerts.Index())
        {
            await world.NotifyAsync(alert);
            await world.DeliverAsync(Start.AddMinutes(minute));
        }

        await world.DeliverAsync(Start.AddMinutes(10));

        // The error is over: what is left is a warning that began.
        var summary = world.ListSentTo("room")[1];
        Assert.Equal(AlertSeverity.Warning, summary.Severity);
        Assert.Equal(
            ["Warning: Server load: chat", "Resolved: Server load: chat", "Resolved: Server load: hub"],
            summary.Lines!.Select(line => line.Text)
        );
    }

    [Fact]
    public async Task A_new_critical_alert_is_sent_above_the_limit_too()
    {
        world.MaxMessages = new MessageLimit(1, TimeSpan.FromMinutes(10));
        AlertEvent[] alerts =
        [
            CreateAlert("first"),
            CreateAlert("second", severity: AlertSeverity.Error, minute: 1),
            CreateAlert("chat", severity: AlertSeverity.Critical, minute: 2),
            CreateAlert("hub", AlertEventKind.Updated, AlertSeverity.Critical, AlertSeverity.Warning, minute: 3),
            CreateAlert("old", AlertEventKind.Repeated, AlertSeverity.Critical, AlertSeverity.Critical, minute: 4),
            CreateAlert("past", AlertEventKind.Resolved, AlertSeverity.Critical, AlertSeverity.Critical, minute: 5),
        ];
        foreach (var (minute, alert) in alerts.Index())
        {
            await world.NotifyAsync(alert);
            await world.DeliverAsync(Start.AddMinutes(minute));
        }

        Assert.Equal(["Server load: first", "Server load: chat", "Server load: hub"], world.ListSentTo("room").Select(sent => sent.Title));

        await world.DeliverAsync(Start.AddMinutes(10));
        var summary = world.ListSentTo("room")[3];
        Assert.Equal("This channel reached its limit of 1 message after 08:00 UTC (maxMessages).", summary.Text);
        Assert.Equal(
            ["Error: Server load: second", "Critical, still firing: Server load: old", "Resolved: Server load: past"],
            summary.Lines!.Select(line => line.Text)
        );
    }

    // 1 alert a minute for 2 hours: 10 in each ten minutes, all within the limit.
    [Fact]
    public async Task Within_the_limit_all_are_sent()
    {
        for (var minute = 0; minute < 120; minute++)
        {
            await world.NotifyAsync(CreateAlert($"r{minute}", minute: minute));
            await world.DeliverAsync(Start.AddMinutes(minute));
        }

        Assert.Equal(120, world.ListSentTo("room").Count);
    }

    [Fact]
    public async Task A_channel_that_keeps_incidents_gets_all_of_them()
    {
        for (var minute = 0; minute < 10; minute++)
        {
            await world.NotifyAsync(
                CreateAlert($"a{minute}", severity: AlertSeverity.Critical, minute: minute),
                CreateAlert($"b{minute}", severity: AlertSeverity.Critical, minute: minute)
            );
            await world.DeliverAsync(Start.AddMinutes(minute));
        }

        Assert.Equal(20, world.ListSentTo("pager").Count);
    }

    // 40 resources at 08:00, then one more each minute. After the first message 5 minutes are collected, then 10, 20, 30: 08:00, 08:05,
    // 08:15, 08:35, 09:05.
    [Fact]
    public async Task While_many_resources_have_alerts_the_messages_become_rarer()
    {
        await world.NotifyAsync([.. Enumerable.Range(0, 40).Select(i => CreateAlert($"r{i}", team: "live"))]);
        for (var minute = 0; minute <= 70; minute++)
        {
            await world.NotifyAsync(CreateAlert($"more{minute}", team: "live", minute: minute));
            await world.DeliverAsync(Start.AddMinutes(minute));
        }

        var sent = world.ListSentTo("room");
        Assert.Equal([0, 5, 15, 35, 65], sent.Select(message => (int)(message.At - Start).TotalMinutes));
        Assert.Equal([41, 5, 10, 20, 30], sent.Select(message => message.ResourceCount!.Value));
    }

    [Fact]
    public async Task A_new_critical_alert_does_not_wait_for_them()
    {
        await world.NotifyAsync([.. Enumerable.Range(0, 40).Select(i => CreateAlert($"r{i}", team: "live"))]);
        await world.DeliverAsync(Start);
        await world.NotifyAsync(CreateAlert("worse", team: "live", severity: AlertSeverity.Critical, minute: 1));
        await world.DeliverAsync(Start.AddMinutes(1));

        Assert.Equal(["Server load: 40 resources in westeurope", "Server load: worse"], world.ListSentTo("room").Select(m => m.Title));
    }

    // Explained repeats of 08:10 and 09:20 wait until 10:00, the end of two hours; one that is not explained takes them along.
    [Fact]
    public async Task Repeated_alerts_that_recommendations_explain_are_sent_together()
    {
        await world.NotifyAsync(CreateExplained("a", 10));
        await world.DeliverAsync(Start.AddMinutes(10));
        await world.NotifyAsync(CreateExplained("b", 80));
        await world.DeliverAsync(Start.AddMinutes(119));
        Assert.Empty(world.ListSentTo("room"));

        await world.DeliverAsync(Start.AddMinutes(120));
        Assert.Equal(2, Assert.Single(world.ListSentTo("room")).ResourceCount);

        await world.NotifyAsync(CreateExplained("c", 130), CreateAlert("d", minute: 130));
        await world.DeliverAsync(Start.AddMinutes(130));
        Assert.Equal(2, world.ListSentTo("room")[1].ResourceCount);
    }

    private static AlertEvent CreateExplained(string name, int minute) =>
        CreateAlert(name, AlertEventKind.Repeated, AlertSeverity.Warning, AlertSeverity.Warning, minute: minute) with
        {
            IsExplained = true,
        };
}
