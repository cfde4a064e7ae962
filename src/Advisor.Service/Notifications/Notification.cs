using System.Text.Json.Serialization;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Service.Notifications;

/// <summary>
/// A message for a team: one alert event, a group of them, or a notice about Advisor itself; routed, before a channel renders it. All texts
/// are plain text with untrusted content, since names and tags come from outside; a channel must escape them. Null members are left out.
/// </summary>
public sealed record Notification
{
    /// <summary>
    /// Topic of a notice about Advisor itself: recommendation, approval, changed, digest, applyingStopped, applyingResumed, stateReset,
    /// stateUnreadable, messageUnreadable, messageDeadLettered, unknownTeam, unknownSize. Null for alerts.
    /// </summary>
    public string? Topic { get; init; }

    /// <summary>Event kind of its alerts; for a notice always the kind of a new one.</summary>
    public required AlertEventKind Kind { get; init; }

    public required AlertSeverity Severity { get; init; }

    /// <summary>Severity before, of the update of one alert; null for every other message.</summary>
    public AlertSeverity? PreviousSeverity { get; init; }

    /// <summary>Severities that the messages of one alert may have had, of its end; null = any.</summary>
    public IReadOnlyList<AlertSeverity>? Severities { get; init; }

    /// <summary>Deduplication key, shared by all messages of an incident; not empty.</summary>
    public required string DedupKey { get; init; }

    /// <summary>Id of this message; the same when it is sent again; not empty.</summary>
    public required string EventId { get; init; }

    /// <summary>Title: a few words, such as "Server load over 90 % on sr-chat".</summary>
    public required string Title { get; init; }

    /// <summary>
    /// Name of an incident that covers several alerts, the same in each message about it, as the title is not; null = the message is about
    /// no such incident.
    /// </summary>
    public string? Incident { get; init; }

    /// <summary>Text: a sentence with the numbers.</summary>
    public required string Text { get; init; }

    /// <summary>Start of the condition.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>Time of detection; not before <see cref="Since"/>.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>The limiting factor, such as "server load, 70 %".</summary>
    public string? Limit { get; init; }

    /// <summary>Action taken by Advisor.</summary>
    public string? Done { get; init; }

    /// <summary>Action proposed by Advisor.</summary>
    public string? Proposal { get; init; }

    /// <summary>Cost of the action, such as "+98.20 USD a month".</summary>
    public string? Cost { get; init; }

    /// <summary>Next event without intervention, as a sentence.</summary>
    public string? Next { get; init; }

    public string? Team { get; init; }

    /// <summary>Details page of the app; an absolute address.</summary>
    public Uri? Link { get; init; }

    /// <summary>Page of the app to approve the change; opening it changes nothing.</summary>
    public Uri? ApproveLink { get; init; }

    /// <summary>Page of the app to silence the alert; opening it changes nothing.</summary>
    public Uri? SilenceLink { get; init; }

    /// <summary>The resource in the Azure portal.</summary>
    public Uri? PortalLink { get; init; }

    /// <summary>Affected resources, the worst first; may be only the first few of <see cref="ResourceCount"/>.</summary>
    public IReadOnlyList<NotificationResource> Resources { get; init; } = [];

    /// <summary>Number of affected resources; null when the list is complete.</summary>
    public int? ResourceCount { get; init; }

    /// <summary>A list, one line an item, the most important first; null = none.</summary>
    public IReadOnlyList<NotificationLine>? Lines { get; init; }

    /// <summary>The alerts of a message about several, in order, at most 100; null = it is about one, or none.</summary>
    public IReadOnlyList<NotificationAlert>? Alerts { get; init; }

    /// <summary>Number of alerts, of which <see cref="Alerts"/> may have the first only; null where that is null.</summary>
    public int? AlertCount { get; init; }

    /// <summary>Name of the values in <see cref="Trend"/>, such as "server load, 2 h".</summary>
    public string? TrendName { get; init; }

    /// <summary>Recent values, oldest first, 0 or more; null for a missing value. Empty when there is no chart.</summary>
    public IReadOnlyList<double?> Trend { get; init; } = [];

    /// <summary>The report that it carries, by its name in the settings; null = none.</summary>
    public string? Report { get; init; }

    /// <summary>What a mail of a report says in place of the facts. Made again for each attempt, and never stored.</summary>
    [JsonIgnore]
    public MailDocument? Document { get; init; }

    /// <summary>Lists the links to the app, those of the lines included.</summary>
    internal IEnumerable<Uri> ListLinks() =>
        new[] { Link, ApproveLink, SilenceLink }
            .Concat((Lines ?? []).SelectMany(line => new[] { line.Link, line.ApproveLink, line.SilenceLink }))
            .OfType<Uri>();

    /// <summary>Returns the message with each link to the app, those of the lines included, in another form; null leaves it out.</summary>
    internal Notification ConvertLinks(Func<Uri, Uri?> convert) =>
        this with
        {
            Link = Link is null ? null : convert(Link),
            ApproveLink = ApproveLink is null ? null : convert(ApproveLink),
            SilenceLink = SilenceLink is null ? null : convert(SilenceLink),
            Lines = Lines?.Select(line => line.ConvertLinks(convert)).ToList(),
        };
}

/// <summary>A mail with a text of its own and a file.</summary>
public sealed record MailDocument
{
    /// <summary>The receivers' addresses; empty = those of the channel.</summary>
    public IReadOnlyList<string> To { get; init; } = [];

    public required string Text { get; init; }

    /// <summary>A whole document, all of it encoded.</summary>
    public required string Html { get; init; }

    /// <summary>The name of the file: letters of ASCII, digits and <c>-._</c>.</summary>
    public required string FileName { get; init; }

    /// <summary>The file, HTML; null = too large for a mail.</summary>
    public string? File { get; init; }
}

/// <summary>An item of a message's list.</summary>
/// <param name="Text">One line, plain.</param>
/// <param name="Link">Page of the item; null = none.</param>
/// <param name="ApproveLink">Page to approve it; null when nothing is to be approved.</param>
/// <param name="SilenceLink">Page to silence its alerts; null when there are none, or in a row of an older version.</param>
public sealed record NotificationLine(string Text, Uri? Link = null, Uri? ApproveLink = null, Uri? SilenceLink = null)
{
    internal NotificationLine ConvertLinks(Func<Uri, Uri?> convert) =>
        this with
        {
            Link = Link is null ? null : convert(Link),
            ApproveLink = ApproveLink is null ? null : convert(ApproveLink),
            SilenceLink = SilenceLink is null ? null : convert(SilenceLink),
        };

    /// <summary>Maximum number of lines of a message: what a person reads at once.</summary>
    public const int MaxLines = 10;

    /// <summary>Returns the sentence about the items that exceed <see cref="MaxLines"/>; null when all are listed.</summary>
    /// <param name="where">Where all of them are, such as "the fleet page has all".</param>
    public static string? DescribeRest(int count, string where = "the fleet page has all") =>
        count > MaxLines ? $"The first {MaxLines} of {count:#,##0} are listed; {where}." : null;
}

/// <summary>An alert of a message about several, for programs that know alerts by their keys.</summary>
/// <param name="DedupKey">The same in every message about the alert.</param>
/// <param name="Condition">Id of its condition.</param>
/// <param name="ResourceId">Resource id; null when it is about no resource, or left out of a message that is large.</param>
public sealed record NotificationAlert(
    string DedupKey,
    AlertEventKind Kind,
    AlertSeverity Severity,
    string Condition,
    string? ResourceId = null
)
{
    /// <summary>Maximum number in a message.</summary>
    public const int MaxAlerts = 100;
}

/// <summary>An affected resource.</summary>
/// <param name="Id">Resource id; null when it is no Azure resource.</param>
public sealed record NotificationResource(string Name, string? Region = null, string? Id = null)
{
    public IReadOnlyDictionary<string, string> Tags { get; init; } = new SortedDictionary<string, string>(StringComparer.Ordinal);
}
