using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Notifications.Messages;
using Advisor.Runtime.Alerts;

namespace Advisor.Notifications.Slack;

/// <summary>
/// The request for a Slack incoming webhook in Block Kit. Texts stand in rich text elements, which Slack shows letter by letter: neither mentions, nor
/// emoji names, nor marks of its own markup are read in them. Links are links and not buttons: a button wants an app that answers it. Pure.
/// </summary>
public static class SlackBlocks
{
    // Slack's documented limits are 50 blocks, 3,000 characters a text and 40,000 for the fallback; ours stay below with room.
    private static readonly Room Room = new(150, 1000, 20);

    /// <summary>The body of the request, UTF-8 JSON.</summary>
    public static byte[] Render(AlertMessage message)
    {
        var content = MessageContent.Of(message, Room);
        return MessageJson.Bytes(new JsonObject
        {
            // What a phone's lock screen shows. Here &, < and > would start something.
            ["text"] = Escaped(content.Title),
            ["mrkdwn"] = false,
            ["parse"] = "none",
            ["link_names"] = false,
            ["unfurl_links"] = false,
            ["unfurl_media"] = false,
            ["blocks"] = new JsonArray(new JsonObject { ["type"] = "rich_text", ["block_id"] = MessageContent.IdOf(message), ["elements"] = MessageJson.Array(Sections(message, content)) }),
        });
    }

    internal static string Escaped(string text) => text
        .Replace("&", "&amp;", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal)
        .Replace(">", "&gt;", StringComparison.Ordinal);

    private static IEnumerable<JsonNode> Sections(AlertMessage message, MessageContent content)
    {
        yield return Section(Text(Sign(message) + " "), MessageContent.PageOf(message) is { } page ? Link(content.Title, page, bold: true) : Text(content.Title, bold: true), Text("\n"));
        yield return Section(Text(content.Text + "\n"));
        if (content.Trend is { } trend)
        {
            yield return Section(Text(trend + "\n"));
        }

        foreach (var fact in content.Facts)
        {
            yield return Section(Text(fact.Label + ": ", bold: true), Text(fact.Value + "\n"));
        }

        if (content.Links.Count > 0)
        {
            yield return Section([.. content.Links.SelectMany((link, i) =>
                i == 0 ? [Link(link.Words, link.Target)] : new[] { Text("  ·  "), Link(link.Words, link.Target) })]);
        }
    }

    private static string Sign(AlertMessage message) => message switch
    {
        { Kind: AlertNotificationKind.Resolved } => "🟢",
        { Severity: AlertSeverity.Critical or AlertSeverity.Error } => "🔴",
        { Severity: AlertSeverity.Warning } => "🟠",
        _ => "🔵",
    };

    private static JsonObject Section(params JsonNode[] elements) => new() { ["type"] = "rich_text_section", ["elements"] = new JsonArray(elements) };

    private static JsonObject Text(string text, bool bold = false) => Styled(new JsonObject { ["type"] = "text", ["text"] = text }, bold);

    private static JsonObject Link(string text, Uri target, bool bold = false) =>
        Styled(new JsonObject { ["type"] = "link", ["url"] = target.AbsoluteUri, ["text"] = text }, bold);

    private static JsonObject Styled(JsonObject element, bool bold)
    {
        if (bold)
        {
            element["style"] = new JsonObject { ["bold"] = true };
        }

        return element;
    }
}
