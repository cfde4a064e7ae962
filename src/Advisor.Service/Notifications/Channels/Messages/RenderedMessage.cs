using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Text;

namespace Advisor.Service.Notifications.Channels.Messages;

/// <summary>
/// Notification rendered within the limits of one channel: title, severity, trend, facts, links, in the same order and wording on every
/// channel. All of it is plain text in single lines; a channel adds only the format. Pure.
/// </summary>
internal sealed record RenderedMessage(
    string Title,
    string Text,
    string? Trend,
    IReadOnlyList<MessageFact> Facts,
    IReadOnlyList<MessageLink> Links,
    IReadOnlyList<MessageLine> Lines
)
{
    // Fits a line of a phone.
    private const int MaxTrendLength = 24;

    // Receivers refuse or cut longer URLs; those of Advisor are much shorter.
    private const int MaxLinkLength = 2000;

    // From the full content down to one that always fits, even if every character takes six bytes and every link 2,000.
    private static readonly TextLimits[] Sizes =
    [
        TextLimits.Default,
        new(200, 500, 10),
        new(150, 200, 10),
        new(150, 200, 5),
        new(80, 60, 0),
    ];

    /// <summary>Serializes a message for a receiver that refuses long ones: with as much of its texts as fits.</summary>
    /// <param name="maxBytes">The body is shorter than this, which is 13,000 or more.</param>
    public static byte[] Fit(Notification message, int maxBytes, Func<RenderedMessage, JsonNode> create)
    {
        byte[] body = [];
        foreach (var limits in Sizes)
        {
            body = MessageJson.Serialize(create(Render(message, limits)));
            if (body.Length < maxBytes)
            {
                break;
            }
        }

        return body;
    }

    public static RenderedMessage Render(Notification message, TextLimits limits) =>
        new(
            FormatTitle(message, limits.Title),
            UntrustedText.Shorten(message.Text, limits.Text),
            message.Trend.Count == 0
                ? null
                : UntrustedText.Shorten(message.TrendName ?? "trend", limits.Title)
                    + " "
                    + Sparkline.DrawToHighest(message.Trend, MaxTrendLength),
            [.. ListFacts(message, limits).Where(fact => fact.Value.Length > 0)],
            [.. ListLinks(message).Where(link => CanLinkTo(link.Target))],
            [.. ListLines(message, limits)]
        );

    /// <summary>Returns the title behind what happened: "Resolved: Server load: chat".</summary>
    public static string FormatTitle(Notification message, int maxLength) =>
        UntrustedText.Shorten(GetTitlePrefix(message) + ": " + message.Title, maxLength);

    /// <summary>Creates the id of the message, 32 hexadecimal digits; the same when it is sent again.</summary>
    public static string CreateId(Notification message) => Hash(message.EventId);

    /// <summary>Hashes a key, which may contain anything, to a form that is valid everywhere.</summary>
    public static string Hash(string key) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(key)))[..32];

    /// <summary>Returns the page of the app if it can be linked.</summary>
    public static Uri? FindPage(Notification message) => message.Link is { } link && CanLinkTo(link) ? link : null;

    /// <summary>Returns the title without the resource that it is about: "Server load" of "Server load: chat".</summary>
    public static string GetSubject(Notification message)
    {
        var suffix = message.Resources is [var resource] ? ": " + resource.Name : "";
        var title = suffix.Length > 0 && message.Title.EndsWith(suffix, StringComparison.Ordinal) ? message.Title[..^suffix.Length] : "";
        return title.Length > 0 ? title : message.Title;
    }

    /// <summary>Formats "2026-03-02 14:05 UTC".</summary>
    public static string FormatTime(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'");

    /// <summary>Formats "35 min", "3 h 5 min", "2 days 3 h"; "less than a minute".</summary>
    public static string FormatDuration(TimeSpan span) =>
        span < TimeSpan.FromMinutes(1) ? "less than a minute" : Wording.FormatDuration(span);

    /// <summary>Selects how a message looks by its kind and severity.</summary>
    /// <param name="good">An alert that is over.</param>
    /// <param name="bad">An error, or worse.</param>
    public static T SelectTone<T>(Notification message, T good, T bad, T warning, T info) =>
        message switch
        {
            { Kind: AlertEventKind.Resolved } => good,
            { Severity: AlertSeverity.Critical or AlertSeverity.Error } => bad,
            { Severity: AlertSeverity.Warning } => warning,
            _ => info,
        };

    private static string GetTitlePrefix(Notification message) =>
        message.Kind switch
        {
            AlertEventKind.Fired => message.Topic == "digest" ? "Digest" : message.Severity.ToString(),
            AlertEventKind.Updated => "Now " + message.Severity.ToString().ToLowerInvariant(),
            AlertEventKind.Repeated => message.Severity + ", still firing",
            _ => "Resolved",
        };

    private static IEnumerable<MessageFact> ListFacts(Notification message, TextLimits limits)
    {
        var lasted = FormatDuration(message.At - message.Since);
        yield return message.Kind == AlertEventKind.Resolved
            ? new MessageFact("Lasted", $"{lasted}, {FormatTime(message.Since)} to {FormatTime(message.At)}")
        // A notice is about a moment.
        : message.Topic is not null && message.Since == message.At ? new MessageFact("Time", FormatTime(message.At))
        : new MessageFact("Since", $"{FormatTime(message.Since)} ({lasted})");
        yield return new MessageFact("Limit", UntrustedText.Shorten(message.Limit ?? "", limits.Text));
        yield return new MessageFact("Action taken", UntrustedText.Shorten(message.Done ?? "", limits.Text));
        yield return new MessageFact("Recommended", UntrustedText.Shorten(message.Proposal ?? "", limits.Text));
        yield return new MessageFact("Cost", UntrustedText.Shorten(message.Cost ?? "", limits.Text));
        yield return new MessageFact("Next", UntrustedText.Shorten(message.Next ?? "", limits.Text));
        yield return CreateResourcesFact(message, limits);
        if (message.Resources is [{ Tags.Count: > 0 } only])
        {
            yield return new MessageFact(
                "Tags",
                UntrustedText.Shorten(string.Join(", ", only.Tags.Select(tag => $"{tag.Key}={tag.Value}")), limits.Text)
            );
        }

        yield return new MessageFact("Team", UntrustedText.Shorten(message.Team ?? "", limits.Title));
    }

    private static MessageFact CreateResourcesFact(Notification message, TextLimits limits)
    {
        // The lines of a notice name them.
        if (message is { Lines: not null, Topic: not null })
        {
            return new MessageFact("Resources", "");
        }

        var count = message.ResourceCount ?? message.Resources.Count;
        var named = message.Resources.Take(limits.Resources).Select(r => UntrustedText.Shorten(DescribeResource(r), limits.Title)).ToList();
        var names =
            named.Count > 0 ? Wording.ListFirst(named, count)
            : count == 0 ? ""
            : $"{Wording.FormatNumber(count)} in all";
        return new MessageFact(count == 1 ? "Resource" : "Resources", names);
    }

    private static string DescribeResource(NotificationResource resource) =>
        resource.Region is null ? resource.Name : $"{resource.Name} ({resource.Region})";

    private static IEnumerable<MessageLink> ListLinks(Notification message) =>
        [
            .. ListLinks(message.ApproveLink, message.SilenceLink),
            // The links of a list lead to its items: one leads to the page that has all of them.
            .. message is { Lines: not null, Link: { } page } ? [new MessageLink("Open in Advisor", page)] : (MessageLink[])[],
            .. message.PortalLink is { } portal ? [new MessageLink("Open in the portal", portal)] : (MessageLink[])[],
        ];

    private static IEnumerable<MessageLink> ListLinks(Uri? approve, Uri? silence)
    {
        if (approve is not null)
        {
            yield return new MessageLink("Approve", approve);
        }

        if (silence is not null)
        {
            yield return new MessageLink("Silence", silence);
        }
    }

    private static IEnumerable<MessageLine> ListLines(Notification message, TextLimits limits)
    {
        var lines = message.Lines ?? [];
        foreach (var line in lines.Take(limits.Resources))
        {
            yield return CreateLine(line, limits);
        }

        if (lines.Count > limits.Resources)
        {
            var rest = $"and {lines.Count - limits.Resources} more, which do not fit into this message";
            yield return new(rest, rest.Length, FindPage(message), []);
        }
    }

    private static MessageLine CreateLine(NotificationLine line, TextLimits limits)
    {
        var text = UntrustedText.Shorten(line.Text, limits.Text);
        return new(
            text,
            text.IndexOf(": ", StringComparison.Ordinal) is > 0 and var end ? end : text.Length,
            line.Link is { } page && CanLinkTo(page) ? page : null,
            [.. ListLinks(line.ApproveLink, line.SilenceLink).Where(link => CanLinkTo(link.Target))]
        );
    }

    private static bool CanLinkTo(Uri link) =>
        link.IsAbsoluteUri
        && (link.Scheme == Uri.UriSchemeHttps || link.Scheme == Uri.UriSchemeHttp)
        && link.AbsoluteUri.Length <= MaxLinkLength;
}
