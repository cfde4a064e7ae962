using Advisor.Web.Fleet;
using Advisor.Web.Shared;

namespace Advisor.Web.Timeline;

/// <summary>The timeline: changes, alerts and what people did, of the whole fleet, newest first.</summary>
/// <param name="Action">Path that the filters are submitted to.</param>
/// <param name="Days">Days with their events, newest first.</param>
/// <param name="None">What the page says where it has no event.</param>
/// <param name="Older">Address of older events; null when there are none.</param>
public sealed record ActivityView(
    string Action,
    IReadOnlyList<FleetFilter> Filters,
    IReadOnlyList<ActivityDay> Days,
    string None,
    string? Older
);

/// <param name="Date">Date, such as "Monday 2026-01-05", in UTC.</param>
public sealed record ActivityDay(string Date, IReadOnlyList<ActivityEvent> Events);

/// <summary>An event of the timeline: a change, an alert or what a person did.</summary>
/// <param name="Address">Address of the resource's page; null when the event is about no resource.</param>
/// <param name="Title">Title: the sizes, the alert, or what a person did.</param>
/// <param name="Outcome">Outcome: the state of a change; fired, updated or resolved for an alert; who did it.</param>
/// <param name="Texts">Reasons and result: the first line, then what is unfolded.</param>
public sealed record ActivityEvent(
    DateTimeOffset At,
    string Time,
    string Name,
    string? Address,
    string Title,
    string Outcome,
    Tone Tone,
    IReadOnlyList<string> Texts
)
{
    /// <summary>What the event is known by while its outcome changes.</summary>
    internal string Key => $"{At.UtcDateTime:o} {Name} {Title}";
}
