using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Notifications.Grouping;

/// <summary>Messages to a channel that keeps incidents.</summary>
public sealed class IncidentNotificationsTests
{
    private OpenSummary? open;
    private int minute;

    // 25 alerts, more than the 20 that get an incident each, two of them critical.
    private static IReadOnlyList<AlertEvent> Storm { get; } =
    [
        .. Enumerable
            .Range(0, 25)
            .Select(i => RoutedWorld.CreateAlert($"r{i:00}", severity: i < 2 ? AlertSeverity.Critical : AlertSeverity.Warning)),
    ];

    [Fact]
    public void An_incident_of_many_alerts_stays_critical_while_one_of_them_is_whatever_else_joins_it()
    {
        Assert.Equal(AlertSeverity.Critical, Notify(Storm));

        // A lesser one joins, a lesser one becomes worse, and one of the two critical ones ends.
        Assert.Equal(AlertSeverity.Critical, Notify(RoutedWorld.CreateAlert("late")));
        Assert.Equal(AlertSeverity.Critical, Notify(Change(Storm[5], AlertSeverity.Error)));
        Assert.Equal(AlertSeverity.Critical, Notify(Resolve(Storm[0]), Change(Storm[6], AlertSeverity.Error)));

        // The last critical one ends: two errors are left, and then warnings only.
        Assert.Equal(AlertSeverity.Error, Notify(Resolve(Storm[1]), Change(Storm[7], AlertSeverity.Error)));
        var errors = new[] { Storm[5], Storm[6], Storm[7] }.Select(alert => Resolve(alert, AlertSeverity.Error));
        Assert.Equal(AlertSeverity.Warning, Notify([.. errors, RoutedWorld.CreateAlert("later")]));
    }

    [Fact]
    public void An_incident_is_less_severe_when_its_critical_alerts_become_so()
    {
        Notify(Storm);

        Assert.Equal(AlertSeverity.Critical, Notify(Change(Storm[0], AlertSeverity.Warning)));
        Assert.Equal(AlertSeverity.Warning, Notify(Change(Storm[1], AlertSeverity.Warning)));
    }

    // 25 alerts, two of them critical: 24 and 23 are left.
    [Fact]
    public void An_incident_is_less_severe_with_the_end_of_its_last_critical_alert_and_says_so_once()
    {
        Notify(Storm);

        Assert.Empty(Create(Resolve(Storm[0])));
        var message = Assert.Single(Create(Resolve(Storm[1])));
        Assert.Equal(
            (AlertEventKind.Updated, AlertSeverity.Warning, "23 alerts of chat", 23),
            (message.Kind, message.Severity, message.Title, message.ResourceCount)
        );
        Assert.Equal("No alert of this incident is critical any more; the highest severity is warning.", message.Text);
        Assert.Equal("This incident covers 23 alerts and resolves with the last of them.", message.Next);
        Assert.Empty(Create(Resolve(Storm[2])));
    }

    [Fact]
    public void An_incident_whose_severities_an_earlier_version_did_not_count_has_those_of_what_happens()
    {
        Notify(Storm);
        open = open! with { Severities = null };

        Assert.Equal(AlertSeverity.Error, Notify(Change(Storm[5], AlertSeverity.Error)));
        Assert.Equal(AlertSeverity.Error, Notify(Resolve(Storm[0]), RoutedWorld.CreateAlert("late")));
    }

    private AlertSeverity Notify(params IReadOnlyList<AlertEvent> alerts) => Assert.Single(Create(alerts)).Severity;

    private IReadOnlyList<Notification> Create(params IReadOnlyList<AlertEvent> alerts)
    {
        var incident = new IncidentNotifications("pager/chat", "chat", NotificationLinks.None, RoutedWorld.Start.AddMinutes(minute++));
        (var messages, open) = incident.Create(alerts, open);
        return messages;
    }

    private static AlertEvent Change(AlertEvent alert, AlertSeverity severity) =>
        alert with
        {
            Kind = AlertEventKind.Updated,
            PreviousSeverity = alert.Severity,
            Severity = severity,
            EventId = $"{alert.EventId}-changed",
        };

    private static AlertEvent Resolve(AlertEvent alert, AlertSeverity? severity = null) =>
        alert with
        {
            Kind = AlertEventKind.Resolved,
            PreviousSeverity = severity ?? alert.Severity,
            Severity = severity ?? alert.Severity,
            EventId = $"{alert.EventId}-resolved",
        };
}
