using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;

namespace Advisor.Service.Tests.Notifications.Channels;

public sealed class MessageTextTests
{
    private static readonly DateTimeOffset At = new(2026, 3, 2, 14, 5, 0, TimeSpan.Zero);

    [Fact]
    public void An_alert_keeps_its_keys_its_times_and_its_sentence()
    {
        var alert = CreateAlert("sr-1", AlertEventKind.Fired);

        var message = NotificationBuilder.Create(alert, NotificationLinks.None);

        Assert.Equal(
            (alert.DedupKey, alert.EventId, "No data: sr-1", "It is 78 %.", At.AddMinutes(-5), At, "chat"),
            (message.DedupKey, message.EventId, message.Title, message.Text, message.Since, message.At, message.Team)
        );
        Assert.Equal([new NotificationResource("sr-1", "westeurope", "/r/sr-1")], message.Resources, IsSameResource);
    }

    [Fact]
    public void A_region_that_fails_is_one_message_that_counts()
    {
        var group = AlertGrouping.CreateGroup("chat", Enumerable.Range(1, 50).Select(i => CreateAlert($"sr-{i:00}", AlertEventKind.Fired)));

        var message = NotificationBuilder.Create(group, NotificationLinks.None);

        Assert.Equal(("No data: 50 resources in westeurope", 50, 20), (message.Title, message.ResourceCount, message.Resources.Count));
        Assert.Equal((group.MessageId, group.MessageId), (message.DedupKey, message.EventId));
    }

    [Fact]
    public void New_alerts_come_before_resolved_ones()
    {
        var group = AlertGrouping.CreateGroup("chat", [CreateAlert("a", AlertEventKind.Resolved), CreateAlert("b", AlertEventKind.Fired)]);

        var message = NotificationBuilder.Create(group, NotificationLinks.None);

        Assert.Equal((AlertEventKind.Fired, "No data: b and 1 other alert"), (message.Kind, message.Title));
        Assert.Equal(["No data: It is 78 %.", "Resolved: No data: It is 78 %."], message.Lines!.Select(line => line.Text));
    }

    [Fact]
    public void A_group_of_one_keeps_the_incident_of_the_alert()
    {
        var alert = CreateAlert("a", AlertEventKind.Resolved);
        var group = AlertGrouping.CreateGroup("chat", [alert]);

        var message = NotificationBuilder.Create(group, NotificationLinks.None);

        Assert.Equal((alert.DedupKey, group.MessageId, AlertEventKind.Resolved), (message.DedupKey, message.EventId, message.Kind));
    }

    [Fact]
    public void A_notice_of_the_service_is_a_notification_too()
    {
        var notice = NoticeItems.Create("changed", AlertSeverity.Critical, "k", At, "t", "x", "/a/sr-1");

        Assert.Equal(
            ("changed", AlertEventKind.Fired, "k", "k", At, At),
            (notice.Topic, notice.Kind, notice.DedupKey, notice.EventId, notice.Since, notice.At)
        );
        Assert.Equal([new NotificationResource("sr-1", null, "/a/sr-1")], notice.Resources, IsSameResource);
    }

    private static bool IsSameResource(NotificationResource a, NotificationResource b) =>
        (a.Name, a.Region, a.Id) == (b.Name, b.Region, b.Id);

    private static AlertEvent CreateAlert(string name, AlertEventKind kind)
    {
        var subject = new AlertSubject(AlertSubjectKind.Resource, "/r/" + name, name, "chat", "westeurope");
        return new AlertEvent
        {
            Kind = kind,
            DedupKey = subject.ComputeDedupKey("load"),
            EventId = name + kind,
            Subject = subject,
            Condition = "noData",
            Severity = AlertSeverity.Warning,
            Since = At.AddMinutes(-5),
            At = At,
            Text = "It is 78 %.",
        };
    }
}
