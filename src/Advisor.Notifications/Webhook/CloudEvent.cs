using System.Globalization;
using System.Text.Json.Nodes;
using Advisor.Core.Text;
using Advisor.Notifications.Messages;
using Advisor.Runtime.Alerts;

namespace Advisor.Notifications.Webhook;

/// <summary>The message as a CloudEvents 1.0 event in structured JSON, with its fields by name for programs. Pure.</summary>
public static class CloudEvent
{
    /// <summary>The content type of the structured form.</summary>
    public const string ContentType = "application/cloudevents+json";

    private const int LongestText = 4000;
    private const int MostResources = 200;

    /// <summary>The body of the request, UTF-8 JSON.</summary>
    public static byte[] Render(AlertMessage message) => MessageJson.Bytes(new JsonObject
    {
        ["specversion"] = "1.0",
        ["id"] = message.EventId,
        ["source"] = "urn:advisor:alerts",
        ["type"] = "advisor.alert." + message.Kind.ToString().ToLowerInvariant(),
        ["subject"] = message.DedupKey,
        ["time"] = Time(message.At),
        ["datacontenttype"] = "application/json",
        ["data"] = Data(message),
    });

    private static JsonObject Data(AlertMessage message)
    {
        var data = new JsonObject
        {
            ["dedupKey"] = message.DedupKey,
            ["kind"] = message.Kind.ToString().ToLowerInvariant(),
            ["severity"] = message.Severity.ToString().ToLowerInvariant(),
            ["title"] = Line(message.Title),
            ["text"] = Line(message.Text),
            ["since"] = Time(message.Since),
            ["at"] = Time(message.At),
        };
        Add(data, "limit", message.Limit);
        Add(data, "done", message.Done);
        Add(data, "proposal", message.Proposal);
        Add(data, "cost", message.Cost);
        Add(data, "next", message.Next);
        Add(data, "team", message.Team);
        Add(data, "link", message.Link?.AbsoluteUri);
        Add(data, "approveLink", message.ApproveLink?.AbsoluteUri);
        Add(data, "silenceLink", message.SilenceLink?.AbsoluteUri);
        Add(data, "portalLink", message.PortalLink?.AbsoluteUri);
        data["resourceCount"] = message.ResourceCount ?? message.Resources.Count;
        data["resources"] = MessageJson.Array(message.Resources.Take(MostResources).Select(Resource));
        if (message.Trend.Count > 0)
        {
            Add(data, "trendName", message.TrendName);
            data["trend"] = new JsonArray([.. message.Trend.Select(value => value is { } known && double.IsFinite(known) ? JsonValue.Create(known) : null)]);
        }

        return data;
    }

    private static JsonObject Resource(AlertResource resource)
    {
        var node = new JsonObject { ["name"] = Line(resource.Name) };
        Add(node, "region", resource.Region);
        Add(node, "id", resource.Id);
        if (resource.Tags.Count > 0)
        {
            node["tags"] = new JsonArray([.. resource.Tags.Select(tag => new JsonObject { ["name"] = Line(tag.Key), ["value"] = Line(tag.Value) })]);
        }

        return node;
    }

    private static void Add(JsonObject node, string name, string? text)
    {
        if (text is not null)
        {
            node[name] = Line(text);
        }
    }

    private static string Line(string text) => UntrustedText.Excerpt(text, LongestText);

    private static string Time(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
