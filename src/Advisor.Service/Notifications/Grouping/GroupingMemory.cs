using System.Text.Json.Serialization;
using Advisor.Core.Rules;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>State of grouping between runs.</summary>
internal sealed record GroupingMemory
{
    public static GroupingMemory Empty { get; } = new();

    /// <summary>Creation time of the newest delivery; the next one is later, whatever the clock.</summary>
    public DateTimeOffset NewestDeliveryAt { get; init; }

    /// <summary>Interval in which each team was last notified; past intervals are dropped.</summary>
    public IReadOnlyDictionary<string, DateTimeOffset> LastNotified { get; init; } =
        new Dictionary<string, DateTimeOffset>(StringComparer.Ordinal);

    /// <summary>Teams that are not configured and were already reported.</summary>
    public IReadOnlyList<string> UnknownTeams { get; init; } = [];

    /// <summary>Messages of each channel in its current window; null or absent = none.</summary>
    public IReadOnlyDictionary<string, ChannelWindow>? Windows { get; init; }

    /// <summary>Teams many of whose resources have alerts; null or absent = none.</summary>
    public IReadOnlyDictionary<string, TeamStorm>? Storms { get; init; }

    /// <summary>Open summaries at channels that keep incidents.</summary>
    public IReadOnlyList<OpenSummary> Summaries { get; init; } = [];
}

/// <summary>Incident at a channel that summarizes many alerts.</summary>
/// <param name="Scope">Channel and team.</param>
/// <param name="DedupKey">Deduplication key of the incident.</param>
/// <param name="Since">Start of the earliest of its alerts.</param>
/// <param name="Members">Deduplication keys of its alerts that have not resolved.</param>
internal sealed record OpenSummary(string Scope, string DedupKey, DateTimeOffset Since, [property: JsonIgnore] IReadOnlySet<string> Members)
{
    /// <summary>Number of its alerts that have not resolved, by severity; null in rows of earlier versions.</summary>
    public IReadOnlyDictionary<AlertSeverity, int>? Severities { get; init; }
}
