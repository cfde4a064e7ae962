using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Runtime.Alerts;

namespace Advisor.Notifications.Messages;

/// <summary>
/// What every channel shows, in one order and one wording: title, how bad, trend, facts, links. All of it is plain text in single lines; a channel adds only
/// the form. Pure.
/// </summary>
internal sealed record MessageContent(string Title, string Text, string? Trend, IReadOnlyList<Fact> Facts, IReadOnlyList<MessageLink> Links)
{
    // Longer addresses are refused or cut by receivers; none of ours comes near.
    private const int LongestLink = 2000;

    public static MessageContent Of(AlertMessage message, Room room) => new(
        UntrustedText.Excerpt(Beginning(message) + ": " + message.Title, room.Title),
        UntrustedText.Excerpt(message.Text, room.Text),
        message.Trend.Count == 0 ? null : UntrustedText.Excerpt(message.TrendName ?? "trend", room.Title) + " " + Sparkline.Of(message.Trend),
        [.. FactsOf(message, room).Where(fact => fact.Value.Length > 0)],
        [.. LinksOf(message).Where(link => IsFit(link.Target))]);

    /// <summary>Names this message alone, in 32 hexadecimal digits; the same when it is sent again.</summary>
    public static string IdOf(AlertMessage message) => Hash(message.EventId);

    /// <summary>A key in a form that fits everywhere: keys may hold anything.</summary>
    public static string Hash(string key) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(key)))[..32];

    /// <summary>The app's own page where it can be linked to.</summary>
    public static Uri? PageOf(AlertMessage message) => message.Link is { } link && IsFit(link) ? link : null;

    /// <summary>"2026-03-02 14:05 UTC".</summary>
    public static string Time(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture);

    /// <summary>"35 min", "3 h 5 min", "2 days 3 h"; "less than a minute".</summary>
    public static string Duration(TimeSpan span) => span < TimeSpan.FromMinutes(1) ? "less than a minute" : Wording.Duration(span);

    private static string Beginning(AlertMessage message) => message.Kind switch
    {
        AlertNotificationKind.Fired => message.Severity.ToString(),
        AlertNotificationKind.Updated => "Now " + message.Severity.ToString().ToLowerInvariant(),
        AlertNotificationKind.Reminder => "Still " + message.Severity.ToString().ToLowerInvariant(),
        _ => "Resolved",
    };

    private static IEnumerable<Fact> FactsOf(AlertMessage message, Room room)
    {
        var lasted = Duration(message.At - message.Since);
        yield return message.Kind == AlertNotificationKind.Resolved
            ? new Fact("Lasted", $"{lasted}, {Time(message.Since)} to {Time(message.At)}")
            : new Fact("Since", $"{Time(message.Since)} ({lasted})");
        yield return new Fact("Limit", UntrustedText.Excerpt(message.Limit ?? "", room.Text));
        yield return new Fact("Advisor did", UntrustedText.Excerpt(message.Done ?? "", room.Text));
        yield return new Fact("Advisor proposes", UntrustedText.Excerpt(message.Proposal ?? "", room.Text));
        yield return new Fact("Cost", UntrustedText.Excerpt(message.Cost ?? "", room.Text));
        yield return new Fact("Next", UntrustedText.Excerpt(message.Next ?? "", room.Text));
        yield return Names(message, room);
        if (message.Resources is [{ Tags.Count: > 0 } only])
        {
            yield return new Fact("Tags", UntrustedText.Excerpt(string.Join(", ", only.Tags.Select(tag => $"{tag.Key}={tag.Value}")), room.Text));
        }

        yield return new Fact("Team", UntrustedText.Excerpt(message.Team ?? "", room.Title));
    }

    private static Fact Names(AlertMessage message, Room room)
    {
        var count = message.ResourceCount ?? message.Resources.Count;
        var named = message.Resources.Take(room.Resources).Select(r => UntrustedText.Excerpt(Named(r), room.Title)).ToList();
        var rest = count - named.Count;
        var names = named.Count == 0
            ? count == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $"{count} in all")
            : string.Join(", ", named) + (rest > 0 ? string.Create(CultureInfo.InvariantCulture, $" and {rest} more") : "");
        return new Fact(count == 1 ? "Resource" : "Resources", names);
    }

    private static string Named(AlertResource resource) => resource.Region is null ? resource.Name : $"{resource.Name} ({resource.Region})";

    private static IEnumerable<MessageLink> LinksOf(AlertMessage message)
    {
        if (message.ApproveLink is { } approve)
        {
            yield return new MessageLink("Approve", approve);
        }

        if (message.SilenceLink is { } silence)
        {
            yield return new MessageLink("Silence", silence);
        }

        if (message.PortalLink is { } portal)
        {
            yield return new MessageLink("Open in the portal", portal);
        }
    }

    private static bool IsFit(Uri link) =>
        link.IsAbsoluteUri && (link.Scheme == Uri.UriSchemeHttps || link.Scheme == Uri.UriSchemeHttp) && link.AbsoluteUri.Length <= LongestLink;
}
