using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Notifications.Messages;
using Advisor.Runtime.Alerts;

namespace Advisor.Notifications.Teams;

/// <summary>
/// The request for a Microsoft Teams Workflows webhook: a message with one Adaptive Card 1.4. Every text stands in text runs, which no client reads as
/// Markdown (text blocks and fact sets are read so). Pure.
/// </summary>
public static class TeamsCard
{
    /// <summary>
    /// The request stays below this many bytes. Teams documents 28 KB for a message and counts more than the bytes sent; requests of 20 KB have been
    /// seen refused.
    /// </summary>
    public const int MostBytes = 20_000;

    private const char ZeroWidthSpace = '\u200B';

    // From what everybody should see to what always fits, even where every character takes six bytes and every link 2,000.
    private static readonly Room[] Rooms = [Room.Ample, new(200, 500, 10), new(150, 200, 5), new(80, 60, 0)];

    /// <summary>The body of the request, UTF-8 JSON.</summary>
    public static byte[] Render(AlertMessage message)
    {
        byte[] body = [];
        foreach (var room in Rooms)
        {
            body = MessageJson.Bytes(Message(message, room));
            if (body.Length < MostBytes)
            {
                break;
            }
        }

        return body;
    }

    private static JsonObject Message(AlertMessage message, Room room) => new()
    {
        ["type"] = "message",
        ["attachments"] = new JsonArray(new JsonObject
        {
            ["contentType"] = "application/vnd.microsoft.card.adaptive",
            ["contentUrl"] = null,
            ["content"] = Card(message, MessageContent.Of(message, room)),
        }),
    };

    private static JsonObject Card(AlertMessage message, MessageContent content)
    {
        var card = new JsonObject
        {
            ["$schema"] = "http://adaptivecards.io/schemas/adaptive-card.json",
            ["type"] = "AdaptiveCard",
            ["version"] = "1.4",
            ["body"] = MessageJson.Array(
            [
                Title(message, content),
                Paragraph(Run(content.Text)),
                content.Trend is null ? null : Paragraph(Run(content.Trend, monospace: true)),
                .. content.Facts.Select(fact => Paragraph(Run(fact.Label + ": ", bold: true), Run(fact.Value))),
            ]),
        };
        if (content.Links.Count > 0)
        {
            card["actions"] = MessageJson.Array(content.Links.Select(link => OpenUrl(link.Words, link.Target)));
        }

        return card;
    }

    private static JsonObject Title(AlertMessage message, MessageContent content)
    {
        var run = Run(content.Title, bold: true);
        run["size"] = "medium";
        if (MessageContent.PageOf(message) is { } page)
        {
            run["selectAction"] = OpenUrl("Open in Advisor", page);
        }

        return new JsonObject
        {
            ["type"] = "Container",
            ["id"] = MessageContent.IdOf(message),
            ["style"] = Style(message),
            ["bleed"] = true,
            ["items"] = new JsonArray(Paragraph(run)),
        };
    }

    private static string Style(AlertMessage message) => message switch
    {
        { Kind: AlertNotificationKind.Resolved } => "good",
        { Severity: AlertSeverity.Critical or AlertSeverity.Error } => "attention",
        { Severity: AlertSeverity.Warning } => "warning",
        _ => "accent",
    };

    private static JsonObject Paragraph(params JsonNode[] runs) => new()
    {
        ["type"] = "RichTextBlock",
        ["spacing"] = "small",
        ["inlines"] = new JsonArray(runs),
    };

    private static JsonObject Run(string text, bool bold = false, bool monospace = false)
    {
        var run = new JsonObject { ["type"] = "TextRun", ["text"] = Unexpanded(text) };
        if (bold)
        {
            run["weight"] = "bolder";
        }

        if (monospace)
        {
            run["fontType"] = "monospace";
        }

        return run;
    }

    private static JsonObject OpenUrl(string title, Uri target) => new()
    {
        ["type"] = "Action.OpenUrl",
        ["title"] = title,
        ["url"] = target.AbsoluteUri,
    };

    // Card templates (${...}), date functions ({{DATE(...)}}) and workflow expressions (@{...}) do not survive a character without width in between.
    internal static string Unexpanded(string text) => text.Contains('{')
        ? string.Concat(text.Select((c, i) => c == '{' && i > 0 && text[i - 1] is '$' or '@' or '{' ? $"{ZeroWidthSpace}{c}" : c.ToString()))
        : text;
}
