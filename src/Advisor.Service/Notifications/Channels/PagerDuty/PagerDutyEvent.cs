using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Text;
using Advisor.Service.Notifications.Channels.Messages;

namespace Advisor.Service.Notifications.Channels.PagerDuty;

/// <summary>
/// Event of PagerDuty's Events API v2. Fired, updated and repeated are triggers with one deduplication key, which PagerDuty combines into
/// one incident; resolved resolves it. Pure.
/// </summary>
public static class PagerDutyEvent
{
    /// <summary>Default URL for events.</summary>
    public static Uri Address { get; } = new("https://events.pagerduty.com/v2/enqueue");

    // Limits of the API: 1,024 characters for a summary, 255 for a deduplication key.
    private const int MaxKeyLength = 255;
    private static readonly TextLimits Room = new(1024, 1000, 20);

    /// <summary>Renders the body of the request, UTF-8 JSON.</summary>
    /// <param name="routingKey">Key of the integration, a secret: do not log the body.</param>
    public static byte[] Render(Notification message, string routingKey)
    {
        var content = message.Kind == AlertEventKind.Resolved ? null : RenderedMessage.Render(message, Room);
        var links = content?.Links.Select(link => new JsonObject { ["href"] = link.Target.AbsoluteUri, ["text"] = link.Text });
        return MessageJson.Serialize(
            MessageJson.DropNulls(
                new()
                {
                    ["routing_key"] = routingKey,
                    ["event_action"] = content is null ? "resolve" : "trigger",
                    ["dedup_key"] = CreateDeduplicationKey(message.DedupKey),
                    ["payload"] = content is null ? null : CreatePayload(message, content),
                    ["client"] = content is null ? null : "Advisor",
                    ["client_url"] = content is null ? null : RenderedMessage.FindPage(message)?.AbsoluteUri,
                    ["links"] = links is null ? null : MessageJson.CreateArray(links),
                }
            )
        );
    }

    private static JsonObject CreatePayload(Notification message, RenderedMessage content)
    {
        var details = new JsonObject
        {
            ["What"] = string.Join(
                "; ",
                content.Lines.Select(line => line.Text.TrimEnd('.')).Prepend(content.Text).Where(text => text.Length > 0)
            ),
        };
        if (content.Trend is { } trend)
        {
            details["Trend"] = trend;
        }

        foreach (var messageFact in content.Facts)
        {
            details[messageFact.Label] = messageFact.Value;
        }

        return new JsonObject
        {
            ["summary"] = content.Title,
            ["source"] = GetSource(message),
            ["severity"] = message.Severity.FormatName(),
            ["timestamp"] = MessageJson.FormatTime(message.At),
            ["custom_details"] = details,
        };
    }

    // Source of the event; PagerDuty refuses an empty one.
    private static string GetSource(Notification message)
    {
        var first = message.Resources is [var resource, ..] ? UntrustedText.Shorten(resource.Id ?? resource.Name, MaxKeyLength) : "";
        return string.IsNullOrWhiteSpace(first) ? "Advisor" : first;
    }

    private static string CreateDeduplicationKey(string key) =>
        key.Length <= MaxKeyLength ? key : Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(key)));
}
