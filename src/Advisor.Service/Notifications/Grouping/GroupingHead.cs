using System.Text.Json.Serialization;
using Advisor.Service.Store.Rows;

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

    /// <summary>
    /// Returns the head as far as it fits a row. With thousands of teams what makes messages rarer is forgotten; open incidents are kept,
    /// since nobody else would end them.
    /// </summary>
    public GroupingHead FitRow() =>
        RecordCodecs.GroupingHead.Write(this).Length <= RowLimits.MaxPayloadBytes
            ? this
            : this with
            {
                Memory = new GroupingMemory { NewestDeliveryAt = Memory.NewestDeliveryAt, Summaries = Memory.Summaries },
            };
}
