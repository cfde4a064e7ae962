using Advisor.Pages.Fleet;
using Advisor.Pages.Shared;

namespace Advisor.Pages.Activity;

/// <summary>Changes and alerts of the whole fleet, newest first.</summary>
/// <param name="Action">The path that the filters are sent to.</param>
/// <param name="Days">The days with their events, newest first.</param>
/// <param name="Older">The address of what came before; null where nothing did.</param>
public sealed record ActivityView(string Action, IReadOnlyList<FleetFilter> Filters, IReadOnlyList<ActivityDay> Days, string? Older);

/// <param name="Date">Such as "Monday 2026-01-05", of UTC.</param>
public sealed record ActivityDay(string Date, IReadOnlyList<ActivityEvent> Events);

/// <summary>A change or an alert.</summary>
/// <param name="Address">The page of the resource; null where it is about no resource.</param>
/// <param name="Title">The sizes, or the alert.</param>
/// <param name="Outcome">How the change stands; fired, updated or resolved.</param>
/// <param name="Texts">Why, and how it went.</param>
public sealed record ActivityEvent(
    string Kind,
    DateTimeOffset At,
    string Time,
    string Name,
    string? Address,
    string Title,
    string Outcome,
    Tone Tone,
    IReadOnlyList<string> Texts
);
