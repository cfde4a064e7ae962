using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Service.Notify;

/// <summary>
/// What a team is sent: one alert event, a group of them, or a notice of Advisor itself; routed, before a channel gives it a form. All
/// texts are plain text and may hold anything, since names and tags come from outside; a channel shows them as they are. What is null is
/// left out.
/// </summary>
public sealed record Notification
{
    /// <summary>
    /// What a notice of Advisor itself is about: recommendation, approval, changed, applyingStopped, applyingResumed, stateReset,
    /// stateUnreadable, messageUnreadable, messageDeadLettered, unknownTeam. Null where it is about alerts.
    /// </summary>
    public string? Topic { get; init; }

    /// <summary>What happened to its alerts; of a notice, that it is new.</summary>
    public required AlertEventKind Kind { get; init; }

    public required AlertSeverity Severity { get; init; }

    /// <summary>The same for all messages of an incident; not empty.</summary>
    public required string DedupKey { get; init; }

    /// <summary>Names this message alone, and is the same when it is sent again; not empty.</summary>
    public required string EventId { get; init; }

    /// <summary>What: a few words, such as "Server load over 90 % on sr-chat".</summary>
    public required string Title { get; init; }

    /// <summary>How bad: a sentence with its numbers.</summary>
    public required string Text { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>When it was found; not before <see cref="Since"/>.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>The limit that binds, such as "server load, 70 %".</summary>
    public string? Limit { get; init; }

    /// <summary>Change that Advisor made.</summary>
    public string? Done { get; init; }

    /// <summary>Change that Advisor proposes.</summary>
    public string? Proposal { get; init; }

    /// <summary>What that costs, such as "+98.20 USD a month".</summary>
    public string? Cost { get; init; }

    /// <summary>What happens next without action.</summary>
    public string? Next { get; init; }

    public string? Team { get; init; }

    /// <summary>The page of the app with the details; absolute.</summary>
    public Uri? Link { get; init; }

    /// <summary>The app's page that asks whether to approve; opening it changes nothing.</summary>
    public Uri? ApproveLink { get; init; }

    /// <summary>The app's page to create a silence; opening it changes nothing.</summary>
    public Uri? SilenceLink { get; init; }

    /// <summary>The resource in the Azure portal.</summary>
    public Uri? PortalLink { get; init; }

    /// <summary>What it is about, the worst first; may be only the first few of <see cref="ResourceCount"/>.</summary>
    public IReadOnlyList<NotificationResource> Resources { get; init; } = [];

    /// <summary>How many resources it is about; null where the list is whole.</summary>
    public int? ResourceCount { get; init; }

    /// <summary>Title of <see cref="Trend"/>, such as "server load, 2 h".</summary>
    public string? TrendName { get; init; }

    /// <summary>Values of the recent past, oldest first, 0 or more; null where a value is missing. Empty: no line is drawn.</summary>
    public IReadOnlyList<double?> Trend { get; init; } = [];
}

/// <summary>One resource of a message.</summary>
/// <param name="Id">The resource's id; null where it is no Azure resource.</param>
public sealed record NotificationResource(string Name, string? Region = null, string? Id = null)
{
    public IReadOnlyDictionary<string, string> Tags { get; init; } = new SortedDictionary<string, string>(StringComparer.Ordinal);
}
