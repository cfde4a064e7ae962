using Advisor.Web.Fleet;
using Advisor.Web.Shared;

namespace Advisor.Web.Resource;

/// <summary>A resource over time: chart, decision with its arithmetic, sizes, history, and available actions.</summary>
/// <param name="Decision">Headline of the newest decision; null when the resource was not evaluated.</param>
/// <param name="Problem">Reason of a failed newest evaluation; null when it succeeded.</param>
/// <param name="UnitsInForce">Units in force, such as "5 units".</param>
/// <param name="Sizes">Comparison of sizes; null when the load is not known.</param>
/// <param name="MissingSizes">Why <paramref name="Sizes"/> is null, as a sentence.</param>
/// <param name="Alternatives">Alternatives when more units of the SKU do not help.</param>
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
    DecisionView? Decision,
    string? Problem,
    string UnitsInForce,
    IReadOnlyList<LimitRow> Limits,
    SizesView? Sizes,
    string MissingSizes,
    IReadOnlyList<AlternativeRow> Alternatives,
    IReadOnlyList<AlertRow> Alerts,
    RecommendationView? Recommendation,
    string? Approval,
    PauseView Pause,
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

/// <summary>The decision and its reasons.</summary>
/// <param name="Headline">Headline, such as "Scale out to 7 (waiting for approval)".</param>
/// <param name="Cost">Monthly cost now and as recommended; null when nothing is recommended or a price is not known.</param>
/// <param name="Clients">What the change does to connected clients; null when it drops no connection.</param>
/// <param name="Command">
/// Azure CLI command that makes the change; null when nothing is recommended, the change takes more than that, or Advisor makes it.
/// </param>
/// <param name="ConfidenceFactors">Factors whose product is the confidence, one line each.</param>
public sealed record DecisionView(
    string Headline,
    IReadOnlyList<string> Reasons,
    string? Cost,
    string? Clients,
    string? Command,
    string Confidence,
    IReadOnlyList<string> ConfidenceFactors
);

/// <summary>An alert that is pending or firing.</summary>
/// <param name="SuppressedBy">Reason why its notifications are suppressed; null when they are not.</param>
/// <param name="SilencePath">Path of the page that silences it; null when the reader may not.</param>
public sealed record AlertRow(
    string Name,
    string Severity,
    Tone Tone,
    string State,
    DateTimeOffset? Since,
    string? SuppressedBy,
    string? SilencePath
);

/// <summary>An alternative to more units of the same SKU.</summary>
/// <param name="Price">What it changes of the monthly bill, or the bill itself; null when not known.</param>
/// <param name="Requires">What it takes: quota, change of tier, change to the app.</param>
public sealed record AlternativeRow(string Name, string? Price, string? Requires);
