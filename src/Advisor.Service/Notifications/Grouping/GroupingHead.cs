using System.Text.Json.Serialization;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>Head row of the journal.</summary>
/// <param name="Members">Number of alerts of each summary.</param>
/// <param name="Sources">Number of source items of the plan; null if none is in progress.</param>
internal sealed record GroupingHead(GroupingMemory Memory, IReadOnlyList<int> Members, int? Sources)
{
    /// <summary>Whether all parts are present; a damaged row may lack some.</summary>
    [JsonIgnore]
    public bool IsComplete =>
        Memory is { LastNotified: not null, UnknownTeams: not null, Summaries: { } summaries }
        && Members is { } members
        && members.Count >= summaries.Count;
}
