using Advisor.Pages.Fleet;
using Advisor.Pages.Shared;

namespace Advisor.Pages.Resources;

/// <summary>A resource over time: chart, decision with its arithmetic, sizes, what happened, and what a person may do.</summary>
/// <param name="Decision">What the newest evaluation decided, as a headline; null where it was not evaluated.</param>
/// <param name="Problem">Why the newest evaluation failed; null where it did not.</param>
/// <param name="Recommendation">With the form that snoozes it; null where nothing is recommended or the reader may not act.</param>
/// <param name="Approval">Where an open plan is answered; null where none is or the reader may not act.</param>
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
/// <param name="Source">The address of its data, without the range.</param>
/// <param name="Range">The chosen one, such as 24h.</param>
public sealed record ChartView(string Source, string Range, IReadOnlyList<RangeLink> Ranges);

/// <summary>A range to look at.</summary>
/// <param name="Key">Such as 7d.</param>
public sealed record RangeLink(string Key, string Text, string Address);

/// <summary>How a limit comes to its units: utilization × units in force = required units.</summary>
public sealed record LimitRow(
    string Key,
    string Name,
    UtilizationCell Utilization,
    string Percent,
    string Arithmetic,
    string RequiredUnits
);

/// <summary>A size and how it would fare.</summary>
/// <param name="Highest">The highest utilization now, in percent of the target.</param>
/// <param name="Expected">The same for what is 80 % likely within the hour.</param>
/// <param name="Note">In force, recommended; null where it is neither.</param>
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
/// <param name="SilencePath">The page that silences it; null where the reader may not.</param>
public sealed record AlertRow(string Name, string Severity, Tone Tone, string State, DateTimeOffset? Since, string? SilencePath);
