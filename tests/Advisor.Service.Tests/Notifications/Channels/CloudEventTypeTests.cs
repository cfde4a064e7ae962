using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications.Channels.Webhook;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>Receivers route by the type of an event.</summary>
public sealed class CloudEventTypeTests
{
    [Theory]
    [InlineData(null, AlertEventKind.Fired, AlertSeverity.Critical, "advisor.alert.fired")]
    [InlineData(null, AlertEventKind.Updated, AlertSeverity.Warning, "advisor.alert.updated")]
    [InlineData(null, AlertEventKind.Repeated, AlertSeverity.Warning, "advisor.alert.repeated")]
    [InlineData(null, AlertEventKind.Resolved, AlertSeverity.Warning, "advisor.alert.resolved")]
    [InlineData("recommendation", AlertEventKind.Fired, AlertSeverity.Warning, "advisor.recommendation")]
    [InlineData("approval", AlertEventKind.Fired, AlertSeverity.Info, "advisor.approval")]
    [InlineData("changed", AlertEventKind.Fired, AlertSeverity.Info, "advisor.change")]
    [InlineData("digest", AlertEventKind.Fired, AlertSeverity.Info, "advisor.digest")]
    [InlineData("applyingStopped", AlertEventKind.Fired, AlertSeverity.Critical, "advisor.failure")]
    [InlineData("stateReset", AlertEventKind.Fired, AlertSeverity.Error, "advisor.failure")]
    [InlineData("applyingResumed", AlertEventKind.Fired, AlertSeverity.Info, "advisor.notice")]
    [InlineData("unknownTeam", AlertEventKind.Fired, AlertSeverity.Warning, "advisor.notice")]
    public void Each_kind_of_message_has_a_type_of_its_own(string? topic, AlertEventKind kind, AlertSeverity severity, string type)
    {
        var message = SampleMessages.Fired with { Topic = topic, Kind = kind, Severity = severity };

        Assert.Equal(type, (string?)JsonNode.Parse(CloudEvent.Render(message))!["type"]);
    }
}
