using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using Advisor.Core.Text;
using Advisor.Service.Notifications.Channels.Messages;

namespace Advisor.Service.Notifications.Channels.Email;

/// <summary>Mail to send: the same content as text and as HTML.</summary>
/// <param name="MessageId">
/// Message id in angle brackets; the same when the message is sent again, so that mail programs show it once.
/// </param>
/// <param name="Thread">Thread id in angle brackets; the same for all mails of an incident, so that mail programs group them.</param>
public sealed partial record EmailText(string Subject, string Text, string Html, string MessageId, string Thread)
{
    /// <summary>Renders the mail. Pure.</summary>
    /// <param name="domain">Domain of the sender, for the message ids.</param>
    public static EmailText Render(Notification message, string domain)
    {
        var content = RenderedMessage.Render(message, TextLimits.Default);
        var thread = RenderedMessage.Hash(message.DedupKey);
        var (subject, text, html) = message.Document is { } document
            ? (UntrustedText.Shorten(message.Title, TextLimits.Default.Title), document.Text, document.Html)
            : (content.Title, RenderText(message, content), RenderHtml(message, content));
        return new EmailText(subject, text, html, $"<{thread}.{RenderedMessage.CreateId(message)}@{domain}>", $"<{thread}@{domain}>");
    }

    private static string RenderText(Notification message, RenderedMessage content)
    {
        var lines = new List<string> { content.Title, "" };
        lines.AddRange(content.Text.Length > 0 ? [content.Text] : []);
        foreach (var line in content.Lines)
        {
            lines.Add("- " + line.Text);
            lines.AddRange(line.Page is { } link ? ["  " + link.AbsoluteUri] : []);
            lines.AddRange(line.Links.Select(link => $"  {link.Text}: {link.Target.AbsoluteUri}"));
        }

        if (content.Trend is { } trend)
        {
            lines.Add(trend);
        }

        lines.Add("");
        lines.AddRange(content.Facts.Select(messageFact => $"{messageFact.Label}: {messageFact.Value}"));
        lines.Add("");
        if (content.Lines.Count == 0 && RenderedMessage.FindPage(message) is { } page)
        {
            lines.Add("Open in Advisor: " + page.AbsoluteUri);
        }

        lines.AddRange(content.Links.Select(link => $"{link.Text}: {link.Target.AbsoluteUri}"));
        return string.Join("\n", lines) + "\n";
    }

    private static string RenderHtml(Notification message, RenderedMessage content)
    {
        var title = Encode(content.Title);
        var html = new StringBuilder();
        html.Append(
                "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                    + "content=\"width=device-width, initial-scale=1\"><title>"
            )
            .Append(title)
            .Append("</title></head>\n")
            .Append("<body style=\"margin:0;padding:16px;font:16px/1.4 sans-serif;max-width:600px\">\n")
            .Append("<h1 style=\"font-size:20px;margin:0 0 12px;padding-left:10px;border-left:6px solid ")
            .Append(GetColor(message))
            .Append("\">")
            .Append(RenderedMessage.FindPage(message) is { } page ? RenderLink(title, page) : title)
            .Append("</h1>\n")
            .Append(content.Text.Length > 0 ? $"<p>{Encode(content.Text)}</p>\n" : "");
        if (content.Lines.Count > 0)
        {
            html.Append("<ul style=\"margin:8px 0;padding-left:20px\">\n")
                .AppendJoin("", content.Lines.Select(RenderLine))
                .Append("</ul>\n");
        }

        if (content.Trend is { } trend)
        {
            html.Append("<p style=\"font-family:monospace\">").Append(Encode(trend)).Append("</p>\n");
        }

        foreach (var messageFact in content.Facts)
        {
            html.Append("<p style=\"margin:4px 0\"><b>")
                .Append(messageFact.Label)
                .Append(":</b> ")
                .Append(Encode(messageFact.Value))
                .Append("</p>\n");
        }

        if (content.Links.Count > 0)
        {
            html.Append("<p style=\"margin-top:16px\">")
                .AppendJoin(" &nbsp; ", content.Links.Select(link => RenderLink(link.Text, link.Target)))
                .Append("</p>\n");
        }

        return html.Append("</body></html>\n").ToString();
    }

    private static string RenderLine(MessageLine line) =>
        "<li style=\"margin:4px 0\">"
        + $"<b>{(line.Page is { } page ? RenderLink(Encode(line.Head), page) : Encode(line.Head))}</b>{Encode(line.Tail)}"
        + string.Concat(line.Links.Select(link => $"&nbsp; <b>{RenderLink(link.Text, link.Target)}</b>"))
        + "</li>\n";

    private static string GetColor(Notification message) =>
        RenderedMessage.SelectTone(message, good: "#2e7d32", bad: "#c62828", warning: "#ef6c00", info: "#1565c0");

    private static string RenderLink(string html, Uri target) => $"<a href=\"{Encode(target.AbsoluteUri)}\">{html}</a>";

    private static string Encode(string text) => BeforeUnit().Replace(WebUtility.HtmlEncode(text), "&nbsp;");

    // A figure and its unit stay on one line: "Standard_S1 x 7", "97 USD", "14 days".
    [GeneratedRegex(
        "(?<=[0-9]) (?=(%|USD|EUR|GBP|units?|min|h|days?)(?![A-Za-z]))|(?<= x) (?=[0-9])",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex BeforeUnit();
}
