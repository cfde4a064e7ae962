using System.Text.Json.Nodes;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Text;
using Advisor.Service.Notifications.Channels.Messages;

namespace Advisor.Service.Notifications.Channels.Webhook;

/// <summary>Renders a message as a CloudEvents 1.0 event in structured JSON, with its fields by name for programs. Pure.</summary>
public static class CloudEvent
{
    /// <summary>Content type of the structured form.</summary>
    public const string ContentType = "application/cloudevents+json";

    private const int MaxTextLength = 4000;
    private const int MaxResources = 200;

    /// <summary>Renders the body of the request, UTF-8 JSON.</summary>
    public static byte[] Render(Notification message) =>
        MessageJson.Serialize(
            new JsonObject
            {
                ["specversion"] = "1.0",
                ["id"] = message.EventId,
                ["source"] = "urn:advisor:alerts",
                ["type"] = GetType(message),
                ["subject"] = message.DedupKey,
                ["time"] = MessageJson.FormatTime(message.At),
                ["datacontenttype"] = "application/json",
                ["data"] = CreateData(message),
            }
        );

    // Types are a contract with receivers, who route by them: a new one is added, none changes its meaning.
    private static string GetType(Notification message) =>
        message switch
        {
            { Topic: null } => "advisor.alert." + message.Kind.ToString().ToLowerInvariant(),
            { Topic: "changed" } => "advisor.change",
            { Topic: "recommendation" or "approval" or "digest" } => "advisor." + message.Topic,
            { Severity: >= AlertSeverity.Error } => "advisor.failure",
            _ => "advisor.notice",
        };

    /// <summary>Creates the fields of a message by name; those that are null or empty are left out.</summary>
    internal static JsonObject CreateData(Notification message) =>
        MessageJson.DropNulls(
            new()
            {
                ["dedupKey"] = message.DedupKey,
                ["kind"] = message.Kind.ToString().ToLowerInvariant(),
                ["severity"] = message.Severity.FormatName(),
                ["title"] = ToLine(message.Title),
                ["text"] = ToLine(message.Text),
                ["since"] = MessageJson.FormatTime(message.Since),
                ["at"] = MessageJson.FormatTime(message.At),
                ["topic"] = ToLineIfAny(message.Topic),
                ["lines"] = message.Lines is { } lines ? MessageJson.CreateArray(lines.Select(CreateLine)) : null,
                ["limit"] = ToLineIfAny(message.Limit),
                ["done"] = ToLineIfAny(message.Done),
                ["proposal"] = ToLineIfAny(message.Proposal),
                ["cost"] = ToLineIfAny(message.Cost),
                ["next"] = ToLineIfAny(message.Next),
                ["team"] = ToLineIfAny(message.Team),
                ["link"] = ToLineIfAny(message.Link?.AbsoluteUri),
                ["approveLink"] = ToLineIfAny(message.ApproveLink?.AbsoluteUri),
                ["silenceLink"] = ToLineIfAny(message.SilenceLink?.AbsoluteUri),
                ["portalLink"] = ToLineIfAny(message.PortalLink?.AbsoluteUri),
                ["resourceCount"] = message.ResourceCount ?? message.Resources.Count,
                ["resources"] = MessageJson.CreateArray(message.Resources.Take(MaxResources).Select(CreateResource)),
                ["alertCount"] = message.Alerts is null ? null : message.AlertCount ?? message.Alerts.Count,
                ["alerts"] = message.Alerts is { } alerts ? MessageJson.CreateArray(alerts.Select(CreateAlert)) : null,
                ["trendName"] = message.Trend.Count > 0 ? ToLineIfAny(message.TrendName) : null,
                ["trend"] = message.Trend.Count > 0 ? CreateTrend(message.Trend) : null,
            }
        );

    private static JsonArray CreateTrend(IEnumerable<double?> values) =>
        new([.. values.Select(value => value is { } known && double.IsFinite(known) ? JsonValue.Create(known) : null)]);

    private static JsonObject CreateLine(NotificationLine line) =>
        MessageJson.DropNulls(
            new()
            {
                ["text"] = ToLine(line.Text),
                ["link"] = ToLineIfAny(line.Link?.AbsoluteUri),
                ["approveLink"] = ToLineIfAny(line.ApproveLink?.AbsoluteUri),
                ["silenceLink"] = ToLineIfAny(line.SilenceLink?.AbsoluteUri),
            }
        );

    private static JsonObject CreateAlert(NotificationAlert alert) =>
        MessageJson.DropNulls(
            new()
            {
                ["dedupKey"] = alert.DedupKey,
                ["kind"] = alert.Kind.ToString().ToLowerInvariant(),
                ["severity"] = alert.Severity.FormatName(),
                ["condition"] = ToLine(alert.Condition),
                ["resourceId"] = ToLineIfAny(alert.ResourceId),
            }
        );

    private static JsonObject CreateResource(NotificationResource resource) =>
        MessageJson.DropNulls(
            new()
            {
                ["name"] = ToLine(resource.Name),
                ["region"] = ToLineIfAny(resource.Region),
                ["id"] = ToLineIfAny(resource.Id),
                ["tags"] = resource.Tags.Count == 0 ? null : MessageJson.CreateArray(resource.Tags.Select(CreateTag)),
            }
        );

    private static JsonObject CreateTag(KeyValuePair<string, string> tag) =>
        new() { ["name"] = ToLine(tag.Key), ["value"] = ToLine(tag.Value) };

    private static string? ToLineIfAny(string? text) => string.IsNullOrEmpty(text) ? null : ToLine(text);

    private static string ToLine(string text) => UntrustedText.Shorten(text, MaxTextLength);
}
