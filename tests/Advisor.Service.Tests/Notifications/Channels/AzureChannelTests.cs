using System.Text.Json;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>Channels to what routes alerts in Azure: a topic of Event Grid, and a receiver of the common alert schema.</summary>
public sealed class AzureChannelTests
{
    [Fact]
    public async Task A_topic_of_Event_Grid_gets_a_CloudEvent_with_its_key()
    {
        await using var receiver = await Receiver.StartAsync(Receiver.RespondWith(200));
        using var fixture = new ChannelFixture();
        var topic = new Uri($"http://127.0.0.1:{receiver.Port}/api/events");

        await SendAsync(fixture.Channels.CreateEventGrid("topic", topic, ChannelFixture.Key, allowPrivate: true), SampleMessages.Fired);

        var post = Assert.Single(receiver.Posts);
        using var json = JsonDocument.Parse(post.Body);
        Assert.Equal(
            ("/api/events", "application/cloudevents+json; charset=utf-8", "T0P-S3CRET-key"),
            (post.Target, post.Headers["Content-Type"], post.Headers["aeg-sas-key"])
        );
        Assert.Equal(
            ("1.0", "advisor.alert.fired"),
            (json.RootElement.GetProperty("specversion").GetString(), json.RootElement.GetProperty("type").GetString())
        );
    }

    [Fact]
    public async Task A_key_that_the_topic_refuses_is_named_and_never_shown()
    {
        await using var receiver = await Receiver.StartAsync(Receiver.RespondWith(401));
        using var fixture = new ChannelFixture();
        var topic = new Uri($"http://127.0.0.1:{receiver.Port}/api/events");

        var result = await ChannelFixture.Send(
            fixture.Channels.CreateEventGrid("topic", topic, ChannelFixture.Key, allowPrivate: true),
            SampleMessages.Fired
        );

        Assert.Equal(DeliveryStatus.ChannelUnhealthy, result.Status);
        Assert.Contains($"check {ChannelFixture.Key}", result.Problem, StringComparison.Ordinal);
        Assert.DoesNotContain("T0P-S3CRET", result.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_alert_in_the_common_schema_is_fired_and_resolved_under_one_id()
    {
        await using var receiver = await Receiver.StartAsync(Receiver.RespondWith(200));
        using var fixture = new ChannelFixture($"http://127.0.0.1:{receiver.Port}/itsm");
        var channel = fixture.Channels.CreateCommonAlert("itsm", ChannelFixture.Hook, allowPrivate: true);

        await SendAsync(channel, SampleMessages.Fired with { Severity = AlertSeverity.Critical });
        await SendAsync(channel, SampleMessages.Fired with { Kind = AlertEventKind.Resolved, EventId = "later" });

        var bodies = receiver.Posts.Select(post => JsonElement.Parse(post.Body)).ToList();
        Assert.All(bodies, body => Assert.Equal("azureMonitorCommonAlertSchema", body.GetProperty("schemaId").GetString()));
        var essentials = bodies.Select(body => body.GetProperty("data").GetProperty("essentials")).ToList();
        Assert.Equal(["Fired", "Resolved"], essentials.Select(essential => essential.GetProperty("monitorCondition").GetString()));
        Assert.Equal(["Sev0", "Sev2"], essentials.Select(essential => essential.GetProperty("severity").GetString()));
        Assert.Single(essentials.Select(essential => essential.GetProperty("alertId").GetString()).Distinct());
        Assert.Equal("Server load", essentials[0].GetProperty("alertRule").GetString());
        Assert.False(essentials[0].TryGetProperty("resolvedDateTime", out _));
        Assert.True(essentials[1].TryGetProperty("resolvedDateTime", out _));
    }

    private static async Task SendAsync(NotificationChannel channel, Notification message)
    {
        var result = await ChannelFixture.Send(channel, message);
        Assert.Equal(DeliveryStatus.Delivered, result.Status);
    }
}
