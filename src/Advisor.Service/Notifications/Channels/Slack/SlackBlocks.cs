using System.Text.Json.Nodes;
using Advisor.Service.Notifications.Channels.Messages;

namespace Advisor.Service.Notifications.Channels.Slack;

/// <summary>
/// Request for a Slack incoming webhook in Block Kit. Texts are rich text elements, which Slack shows literally: without mentions, emoji
/// names or its own markup. Links are links instead of buttons, since a button requires an app that answers it. Pure.
/// </summary>
public static class SlackBlocks
{
    /// <summary>
    /// Maximum size of the request in bytes. Slack documents 50 blocks and 40,000 characters for the fallback, and no limit for all blocks
    /// together: it refuses those whose texts and containers have about 13,200 characters (msg_blocks_too_long).
    /// </summary>
    public const int MaxBytes = 13_000;

    /// <summary>Renders the body of the request, UTF-8 JSON.</summary>
    public static byte[] Render(Notification message) =>
        RenderedMessage.Fit(
            message,
            MaxBytes,
            content => new JsonObject
            {
                // Shown on the lock screen of a phone. Here &, < and > are markup.
                ["text"] = Escape(content.Title),
                ["mrkdwn"] = false,
                ["parse"] = "none",
                ["link_names"] = false,
                ["unfurl_links"] = false,
                ["unfurl_media"] = false,
                ["blocks"] = new JsonArray(
                    new JsonObject
                    {
                        ["type"] = "rich_text",
                        ["block_id"] = RenderedMessage.CreateId(message),
                        ["elements"] = MessageJson.CreateArray(CreateSections(message, content)),
                    }
                ),
            }
        );

    internal static string Escape(string text) =>
        text.Replace("&", "&amp;", StringComparison.Ordinal)
            .Replace("<", "&lt;", StringComparison.Ordinal)
            .Replace(">", "&gt;", StringComparison.Ordinal);

    private static IEnumerable<JsonNode> CreateSections(Notification message, RenderedMessage content)
    {
        yield return CreateSection(
            CreateText(GetSymbol(message) + " "),
            RenderedMessage.FindPage(message) is { } page
                ? CreateLink(content.Title, page, bold: true)
                : CreateText(content.Title, bold: true),
            CreateText("\n")
        );
        if (content.Text.Length > 0)
        {
            yield return CreateSection(CreateText(content.Text + "\n"));
        }

        foreach (var line in content.Lines)
        {
            yield return CreateSection([
                CreateText("• "),
                line.Page is { } target ? CreateLink(line.Head, target, bold: true) : CreateText(line.Head, bold: true),
                .. line.Tail.Length > 0 ? [CreateText(line.Tail)] : (JsonNode[])[],
                .. line.Links.SelectMany(link => new[] { CreateText("  "), CreateLink(link.Text, link.Target, bold: true) }),
                CreateText("\n"),
            ]);
        }

        if (content.Trend is { } trend)
        {
            yield return CreateSection(CreateText(trend + "\n"));
        }

        foreach (var messageFact in content.Facts)
        {
            yield return CreateSection(CreateText(messageFact.Label + ": ", bold: true), CreateText(messageFact.Value + "\n"));
        }

        if (content.Links.Count > 0)
        {
            yield return CreateSection([
                .. content.Links.SelectMany(
                    (link, i) =>
                        i == 0 ? [CreateLink(link.Text, link.Target)] : new[] { CreateText("  ·  "), CreateLink(link.Text, link.Target) }
                ),
            ]);
        }
    }

    private static string GetSymbol(Notification message) =>
        RenderedMessage.SelectTone(message, good: "🟢", bad: "🔴", warning: "🟠", info: "🔵");

    private static JsonObject CreateSection(params JsonNode[] elements) =>
        new() { ["type"] = "rich_text_section", ["elements"] = new JsonArray(elements) };

    private static JsonObject CreateText(string text, bool bold = false) =>
        CreateStyledText(new JsonObject { ["type"] = "text", ["text"] = text }, bold);

    private static JsonObject CreateLink(string text, Uri target, bool bold = false) =>
        CreateStyledText(
            new JsonObject
            {
                ["type"] = "link",
                ["url"] = target.AbsoluteUri,
                ["text"] = text,
            },
            bold
        );

    private static JsonObject CreateStyledText(JsonObject element, bool bold)
    {
        if (bold)
        {
            element["style"] = new JsonObject { ["bold"] = true };
        }

        return element;
    }
}
