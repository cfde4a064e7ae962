using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Channels.Alertmanager;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>The channel to an Alertmanager against Alertmanager itself.</summary>
public sealed class AlertmanagerTests
{
    // Alertmanager compares with the clock of the machine.
    private static readonly DateTimeOffset Now = DateTimeOffset.UtcNow;

    private static readonly Notification Fired = SampleMessages.Fired with { Since = Now.AddMinutes(-3), At = Now };

    public static bool AlertmanagerIsPresent => AlertmanagerServer.IsPresent;

    [Fact(Skip = AlertmanagerServer.Missing, SkipUnless = nameof(AlertmanagerIsPresent))]
    public async Task An_alert_fires_stays_becomes_critical_and_is_resolved()
    {
        await using var server = await AlertmanagerServer.StartAsync();
        using var fixture = new ChannelFixture();
        var channel = fixture.Channels.CreateAlertmanager("am", server.Address, allowPrivate: true);

        await SendAsync(channel, Fired);
        var fired = Assert.Single(await server.ListActiveAsync());

        Assert.Equal(
            ("Server load", "warning", "sr-chat", "chat"),
            (fired.Labels["alertname"], fired.Labels["severity"], fired.Labels["resource"], fired.Labels["team"])
        );
        Assert.Equal("Warning: Server load: sr-chat", fired.Annotations["summary"]);
        Assert.Equal("https://advisor.example.net/open/silence?key=3f0c", fired.Annotations["silence_link"]);
        // Far beyond the 5 minutes after which Alertmanager ends an alert that nobody sends again.
        Assert.True(fired.EndsAt > Now.AddDays(30), $"{fired.EndsAt:O}");

        await SendAsync(channel, Fired with { Kind = AlertEventKind.Repeated });
        Assert.Single(await server.ListActiveAsync());

        // With the severity before, or, as for an incident of many alerts, without.
        var updated = Fired with
        {
            Kind = AlertEventKind.Updated,
            Severity = AlertSeverity.Critical,
        };
        await SendAsync(channel, updated with { PreviousSeverity = AlertSeverity.Warning });
        Assert.Equal("critical", Assert.Single(await server.ListActiveAsync()).Labels["severity"]);
        await SendAsync(channel, updated with { Severity = AlertSeverity.Error });
        Assert.Equal("error", Assert.Single(await server.ListActiveAsync()).Labels["severity"]);
        await SendAsync(channel, updated with { PreviousSeverity = AlertSeverity.Error });
        Assert.Equal("critical", Assert.Single(await server.ListActiveAsync()).Labels["severity"]);

        await SendAsync(channel, Fired with { Kind = AlertEventKind.Resolved, Title = Fired.Title, Severity = AlertSeverity.Warning });
        Assert.Empty(await server.ListActiveAsync());
    }

    // Alertmanager keeps the later of two ends that are both in its future: of an alert sent with an end in 31 days, it would be that one.
    [Fact(Skip = AlertmanagerServer.Missing, SkipUnless = nameof(AlertmanagerIsPresent))]
    public async Task An_alert_ends_although_the_clock_here_is_ahead_of_Alertmanagers()
    {
        await using var server = await AlertmanagerServer.StartAsync();
        using var fixture = new ChannelFixture();
        var channel = fixture.Channels.CreateAlertmanager("am", server.Address, allowPrivate: true);
        // 4 of the 5 minutes that Advisor tolerates; the alert of a moment began in Alertmanager's future, too.
        var at = Now.AddMinutes(4);
        Notification[] alerts =
        [
            Fired with
            {
                Since = at.AddHours(-1),
                At = at.AddHours(-1),
            },
            Fired with
            {
                DedupKey = "short",
                Since = at,
                At = at,
            },
        ];
        foreach (var alert in alerts)
        {
            await SendAsync(channel, alert);
        }

        Assert.Equal(2, (await server.ListActiveAsync()).Count);

        foreach (var alert in alerts)
        {
            await SendAsync(channel, alert with { Kind = AlertEventKind.Updated, Severity = AlertSeverity.Critical, At = at });
        }

        Assert.Equal(["critical", "critical"], (await server.ListActiveAsync()).Select(alert => alert.Labels["severity"]));

        foreach (var alert in alerts)
        {
            await SendAsync(channel, alert with { Kind = AlertEventKind.Resolved, Severity = AlertSeverity.Critical, At = at });
        }

        Assert.Empty(await server.ListActiveAsync());
    }

    /// <summary>More than 20 alerts of a team are one incident, whose messages have other titles and other resources each time.</summary>
    [Fact(Skip = AlertmanagerServer.Missing, SkipUnless = nameof(AlertmanagerIsPresent))]
    public async Task An_incident_of_many_alerts_is_one_alert_from_its_begin_to_its_end()
    {
        await using var server = await AlertmanagerServer.StartAsync();
        using var fixture = new ChannelFixture();
        var channel = fixture.Channels.CreateAlertmanager("am", server.Address, allowPrivate: true);
        var alerts = Enumerable.Range(0, 25).Select(i => RoutedWorld.CreateAlert($"r{i:00}") with { Since = Now, At = Now }).ToList();
        OpenSummary? open = null;

        await NotifyAsync(alerts, 0);
        Assert.Single(await server.ListActiveAsync());

        // One becomes worse, then all end but that one, which becomes worse again, and ends.
        await NotifyAsync([Change(alerts[0], AlertEventKind.Updated, 1) with { Severity = AlertSeverity.Critical }], 1);
        var alert = Assert.Single(await server.ListActiveAsync());
        Assert.Equal(("Alerts of chat", "critical"), (alert.Labels["alertname"], alert.Labels["severity"]));
        await NotifyAsync([.. alerts.Skip(1).Select(one => Change(one, AlertEventKind.Resolved, 2))], 2);
        Assert.Single(await server.ListActiveAsync());
        await NotifyAsync([Change(alerts[0], AlertEventKind.Resolved, 3)], 3);
        Assert.Empty(await server.ListActiveAsync());

        static AlertEvent Change(AlertEvent alert, AlertEventKind kind, int step) =>
            alert with
            {
                Kind = kind,
                EventId = $"{alert.EventId}-{step}",
                At = Now.AddMilliseconds(step),
            };

        async Task NotifyAsync(IReadOnlyList<AlertEvent> events, int step)
        {
            var incident = new IncidentNotifications("am/chat", "chat", NotificationLinks.None, Now.AddMilliseconds(step));
            (var messages, open) = incident.Create(events, open);
            foreach (var message in messages)
            {
                await SendAsync(channel, message);
            }
        }
    }

    [Fact(Skip = AlertmanagerServer.Missing, SkipUnless = nameof(AlertmanagerIsPresent))]
    public async Task Every_message_is_accepted_and_its_texts_arrive_unchanged()
    {
        await using var server = await AlertmanagerServer.StartAsync();
        using var fixture = new ChannelFixture();
        var channel = fixture.Channels.CreateAlertmanager("am", server.Address, allowPrivate: true);

        foreach (var message in SampleMessages.All.Values.Append(SampleMessages.CreateHostile("\"{{ .Labels }}\n\u202e")))
        {
            await SendAsync(channel, message with { Since = Now, At = Now });
        }

        var active = await server.ListActiveAsync();
        Assert.All(active, alert => Assert.Equal("advisor", alert.Labels["source"]));
        Assert.DoesNotContain(active.SelectMany(alert => alert.Annotations.Values), text => text.Contains('\n', StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(AlertSeverity.Info, "critical warning")]
    [InlineData(AlertSeverity.Error, "critical")]
    public void The_end_ends_the_severities_that_the_channel_may_have_been_sent(AlertSeverity minSeverity, string expected)
    {
        var end = RoutedWorld.CreateAlert("sr-chat", AlertEventKind.Resolved, AlertSeverity.Critical, AlertSeverity.Critical) with
        {
            Severities = [AlertSeverity.Warning, AlertSeverity.Critical],
        };
        var seen = AlertSeverityFilter.Apply(minSeverity, end)!;

        var body = JsonNode.Parse(AlertmanagerAlerts.Render(NotificationBuilder.Create(seen, NotificationLinks.None)))!.AsArray();

        Assert.Equal(expected, string.Join(' ', body.Select(alert => (string)alert!["labels"]!["severity"]!)));
    }

    [Fact]
    public async Task A_token_is_sent_as_a_bearer_and_an_address_keeps_its_prefix()
    {
        string? seen = null;
        await using var receiver = await Receiver.StartAsync(context =>
        {
            seen = $"{context.Request.Path} {context.Request.Headers.Authorization}";
            return Task.CompletedTask;
        });
        using var fixture = new ChannelFixture();
        var server = new Uri($"http://127.0.0.1:{receiver.Port}/alerts/");
        var channel = fixture.Channels.CreateAlertmanager("am", server, ChannelFixture.Key, allowPrivate: true);

        await SendAsync(channel, Fired);

        Assert.Equal("/alerts/api/v2/alerts Bearer T0P-S3CRET-key", seen);
    }

    private static async Task SendAsync(NotificationChannel channel, Notification message)
    {
        var result = await ChannelFixture.Send(channel, message);
        Assert.Equal(DeliveryStatus.Delivered, result.Status);
    }
}
