using Advisor.Pages.Fleet;
using Advisor.Pages.Shared;

namespace Advisor.Pages.Resources;

/// <summary>A resource over time: chart, decision with its arithmetic, sizes, history, and available actions.</summary>
/// <param name="Decision">Headline of the newest decision; null when the resource was not evaluated.</param>
/// <param name="Problem">Reason of a failed newest evaluation; null when it succeeded.</param>
/// <param name="Recommendation">
/// The recommendation, with the form to snooze it; null when nothing is recommended or the reader may not act.
/// </param>
/// <param name="Approval">Address to answer the pending approval; null when there is none or the reader may not act.</param>
/// <param name="Decisions">Newest first.</param>
/// <param name="Changes">Newest first.</param>
public sealed record ResourceDetailView(
    IReadOnlyList<FleetTile> Tiles,
    IReadOnlyList<Fact> Facts,
    ChartView Chart,
    string? Decision,
    string? Problem,
    IReadOnlyList<string> Reasons,
    IReadOnlyList<LimitRow> Limits,
    IReadOnlyList<SizeRow> Sizes,
    IReadOnlyList<AlertRow> Alerts,
    RecommendationView? Recommendation,
    string? Approval,
    IReadOnlyList<HistoryEntry> Decisions,
    IReadOnlyList<HistoryEntry> Changes
);

/// <summary>The chart and its ranges.</summary>
/// <param name="Source">Address of its data, without the range.</param>
/// <param name="Range">Selected range, such as 24h.</param>
public sealed record ChartView(string Source, string Range, IReadOnlyList<RangeLink> Ranges);

/// <summary>A selectable range.</summary>
/// <param name="Key">Key, such as 7d.</param>
public sealed record RangeLink(string Key, string Text, string Address);

/// <summary>Units required by one limit: utilization × units in force = required units.</summary>
public sealed record LimitRow(
    string Key,
    string Name,
    UtilizationCell Utilization,
    string Percent,
    string Arithmetic,
    string RequiredUnits
);

/// <summary>A size and its expected utilization.</summary>
/// <param name="Highest">Maximum utilization now, in percent of the target.</param>
/// <param name="Expected">Maximum utilization that is 80 % likely not to be exceeded within the hour, in percent of the target.</param>
/// <param name="Note">Note such as in force or recommended; null when it is neither.</param>
public sealed record SizeRow(
    string Size,
    string Highest,
    Tone HighestTone,
    string Expected,
    Tone ExpectedTone,
    string Cost,
    string Difference,
    string? Note
);

/// <summary>An alert that is pending or firing.</summary>
/// <param name="SilencePath">Path of the page that silences it; null when the reader may not.</param>
public sealed record AlertRow(string Name, string Severity, Tone Tone, string State, DateTimeOffset? Since, string? SilencePath);
