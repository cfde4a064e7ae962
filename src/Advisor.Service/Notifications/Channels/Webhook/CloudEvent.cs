using System.Text.Json.Nodes;
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
    internal static JsonObject CreateData(Notification message)
    {
        var data = new JsonObject
        {
            ["dedupKey"] = message.DedupKey,
            ["kind"] = message.Kind.ToString().ToLowerInvariant(),
            ["severity"] = message.Severity.ToString().ToLowerInvariant(),
            ["title"] = ToLine(message.Title),
            ["text"] = ToLine(message.Text),
            ["since"] = MessageJson.FormatTime(message.Since),
            ["at"] = MessageJson.FormatTime(message.At),
        };
        AddText(data, "topic", message.Topic);
        if (message.Lines is { } lines)
        {
            data["lines"] = MessageJson.CreateArray(lines.Select(CreateLine));
        }

        AddText(data, "limit", message.Limit);
        AddText(data, "done", message.Done);
        AddText(data, "proposal", message.Proposal);
        AddText(data, "cost", message.Cost);
        AddText(data, "next", message.Next);
        AddText(data, "team", message.Team);
        AddText(data, "link", message.Link?.AbsoluteUri);
        AddText(data, "approveLink", message.ApproveLink?.AbsoluteUri);
        AddText(data, "silenceLink", message.SilenceLink?.AbsoluteUri);
        AddText(data, "portalLink", message.PortalLink?.AbsoluteUri);
        data["resourceCount"] = message.ResourceCount ?? message.Resources.Count;
        data["resources"] = MessageJson.CreateArray(message.Resources.Take(MaxResources).Select(CreateResource));
        if (message.Alerts is { } alerts)
        {
            data["alertCount"] = message.AlertCount ?? alerts.Count;
            data["alerts"] = MessageJson.CreateArray(alerts.Select(CreateAlert));
        }

        if (message.Trend.Count > 0)
        {
            AddText(data, "trendName", message.TrendName);
            data["trend"] = new JsonArray([
                .. message.Trend.Select(value => value is { } known && double.IsFinite(known) ? JsonValue.Create(known) : null),
            ]);
        }

        return data;
    }

    private static JsonObject CreateLine(NotificationLine line)
    {
        var node = new JsonObject { ["text"] = ToLine(line.Text) };
        AddText(node, "link", line.Link?.AbsoluteUri);
        AddText(node, "approveLink", line.ApproveLink?.AbsoluteUri);
        AddText(node, "silenceLink", line.SilenceLink?.AbsoluteUri);
        return node;
    }

    private static JsonObject CreateAlert(NotificationAlert alert)
    {
        var node = new JsonObject
        {
            ["dedupKey"] = alert.DedupKey,
            ["kind"] = alert.Kind.ToString().ToLowerInvariant(),
            ["severity"] = alert.Severity.ToString().ToLowerInvariant(),
            ["condition"] = ToLine(alert.Condition),
        };
        AddText(node, "resourceId", alert.ResourceId);
        return node;
    }

    private static JsonObject CreateResource(NotificationResource resource)
    {
        var node = new JsonObject { ["name"] = ToLine(resource.Name) };
        AddText(node, "region", resource.Region);
        AddText(node, "id", resource.Id);
        if (resource.Tags.Count > 0)
        {
            node["tags"] = new JsonArray([
                .. resource.Tags.Select(tag => new JsonObject { ["name"] = ToLine(tag.Key), ["value"] = ToLine(tag.Value) }),
            ]);
        }

        return node;
    }

    private static void AddText(JsonObject node, string name, string? text)
    {
        if (!string.IsNullOrEmpty(text))
        {
            node[name] = ToLine(text);
        }
    }

    private static string ToLine(string text) => UntrustedText.Shorten(text, MaxTextLength);
}
