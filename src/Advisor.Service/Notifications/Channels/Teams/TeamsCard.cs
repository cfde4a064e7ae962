using System.Text.Json.Nodes;
using Advisor.Service.Notifications.Channels.Messages;

namespace Advisor.Service.Notifications.Channels.Teams;

/// <summary>
/// Request for a Microsoft Teams Workflows webhook: a message with one Adaptive Card 1.4. Every text is a text run, which no client parses
/// as Markdown, unlike text blocks and fact sets. Pure.
/// </summary>
public static class TeamsCard
{
    /// <summary>
    /// Maximum size of the request in bytes. Teams documents 28 KB for a message and counts more than the bytes sent; requests of 20 KB
    /// have been seen refused.
    /// </summary>
    public const int MaxBytes = 20_000;

    private const char ZeroWidthSpace = '\u200B';

    /// <summary>Renders the body of the request, UTF-8 JSON.</summary>
    public static byte[] Render(Notification message) =>
        RenderedMessage.Fit(message, MaxBytes, content => CreateMessage(CreateCard(message, content)));

    private static JsonObject CreateMessage(JsonObject card) =>
        new()
        {
            ["type"] = "message",
            ["attachments"] = new JsonArray(
                new JsonObject
                {
                    ["contentType"] = "application/vnd.microsoft.card.adaptive",
                    ["contentUrl"] = null,
                    ["content"] = card,
                }
            ),
        };

    private static JsonObject CreateCard(Notification message, RenderedMessage content) =>
        MessageJson.DropNulls(
            new()
            {
                ["$schema"] = "http://adaptivecards.io/schemas/adaptive-card.json",
                ["type"] = "AdaptiveCard",
                ["version"] = "1.4",
                ["body"] = MessageJson.CreateArray([
                    CreateTitle(message, content),
                    content.Text.Length == 0 ? null : CreateParagraph(CreateRun(content.Text)),
                    .. content.Lines.Select(CreateLine),
                    content.Trend is null ? null : CreateParagraph(CreateRun(content.Trend, monospace: true)),
                    .. content.Facts.Select(messageFact =>
                        CreateParagraph(CreateRun(messageFact.Label + ": ", bold: true), CreateRun(messageFact.Value))
                    ),
                ]),
                ["actions"] =
                    content.Links.Count == 0
                        ? null
                        : MessageJson.CreateArray(content.Links.Select(link => CreateOpenUrl(link.Text, link.Target))),
            }
        );

    private static JsonObject CreateTitle(Notification message, RenderedMessage content)
    {
        var run = CreateRun(content.Title, bold: true);
        run["size"] = "medium";
        if (RenderedMessage.FindPage(message) is { } page)
        {
            run["selectAction"] = CreateOpenUrl("Open in Advisor", page);
        }

        return new JsonObject
        {
            ["type"] = "Container",
            ["id"] = RenderedMessage.CreateId(message),
            ["style"] = GetStyle(message),
            ["bleed"] = true,
            ["items"] = new JsonArray(CreateParagraph(run)),
        };
    }

    private static JsonObject CreateLine(MessageLine line)
    {
        var head = CreateRun(line.Head, bold: true);
        if (line.Page is { } page)
        {
            head["selectAction"] = CreateOpenUrl("Open in Advisor", page);
        }

        return CreateParagraph([
            CreateRun("• "),
            head,
            .. line.Tail.Length > 0 ? [CreateRun(line.Tail)] : (JsonNode[])[],
            .. line.Links.SelectMany(link => new[] { CreateRun("  "), CreateLinkRun(link) }),
        ]);
    }

    private static JsonObject CreateLinkRun(MessageLink link)
    {
        var run = CreateRun(link.Text, bold: true);
        run["selectAction"] = CreateOpenUrl(link.Text, link.Target);
        return run;
    }

    private static string GetStyle(Notification message) =>
        RenderedMessage.SelectTone(message, good: "good", bad: "attention", warning: "warning", info: "accent");

    private static JsonObject CreateParagraph(params JsonNode[] runs) =>
        new()
        {
            ["type"] = "RichTextBlock",
            ["spacing"] = "small",
            ["inlines"] = new JsonArray(runs),
        };

    private static JsonObject CreateRun(string text, bool bold = false, bool monospace = false) =>
        MessageJson.DropNulls(
            new()
            {
                ["type"] = "TextRun",
                ["text"] = EscapeMarkup(text),
                ["weight"] = bold ? "bolder" : null,
                ["fontType"] = monospace ? "monospace" : null,
            }
        );

    private static JsonObject CreateOpenUrl(string title, Uri target) =>
        new()
        {
            ["type"] = "Action.OpenUrl",
            ["title"] = title,
            ["url"] = target.AbsoluteUri,
        };

    // A zero-width character breaks card templates (${...}), date functions ({{DATE(...)}}) and workflow expressions (@{...}).
    internal static string EscapeMarkup(string text) =>
        text.Contains('{')
            ? string.Concat(
                text.Select((c, i) => c == '{' && i > 0 && text[i - 1] is '$' or '@' or '{' ? $"{ZeroWidthSpace}{c}" : c.ToString())
            )
            : text;
}
