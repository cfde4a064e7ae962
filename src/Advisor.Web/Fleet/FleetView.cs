using Advisor.Web.Shared;

namespace Advisor.Web.Fleet;

/// <summary>The table of all resources, with its totals.</summary>
/// <param name="Notices">What concerns all resources: changes are stopped, or ticks are missing.</param>
/// <param name="ServiceAddress">Page of Advisor itself.</param>
/// <param name="Waiting">What waits for a person.</param>
/// <param name="Action">Path that the filters are submitted to.</param>
/// <param name="Groups">The rows; a single group without a heading when they are not grouped.</param>
/// <param name="Count">Number of rows and of all resources, as a sentence.</param>
/// <param name="Export">Address of the same view as a file.</param>
/// <param name="More">Address of the same view with every row; null when these are all.</param>
/// <param name="Empty">Text shown when the table has no rows; null when it has.</param>
public sealed record FleetView(
    IReadOnlyList<string> Notices,
    string ServiceAddress,
    IReadOnlyList<FleetTile> Tiles,
    WaitingView Waiting,
    string Action,
    string Search,
    string Sort,
    IReadOnlyList<FleetFilter> Filters,
    IReadOnlyList<FleetColumn> Columns,
    IReadOnlyList<FleetGroup> Groups,
    string Count,
    LinkedText Export,
    LinkedText? More,
    string? Empty
);

/// <summary>A summary figure above the table.</summary>
/// <param name="Detail">What the figure relates to, or its parts; null leaves it out.</param>
public sealed record FleetTile(string Name, string Value, string? Detail = null, Tone Tone = Tone.Neutral);

/// <summary>A filter of the table.</summary>
/// <param name="Field">Name of the query parameter.</param>
public sealed record FleetFilter(string Field, string Name, IReadOnlyList<FilterChoice> Choices);

/// <param name="Value">Value of the query parameter; empty = all.</param>
public sealed record FilterChoice(string Value, string Text, bool IsChosen);

/// <summary>The heading of a column.</summary>
/// <param name="Address">Address of the same table, sorted by this column.</param>
/// <param name="Sorted">Value of aria-sort; null when the table is not sorted by this column.</param>
/// <param name="Class">CSS class of the cells: their alignment.</param>
/// <param name="Hint">Explanation of the column, as the tooltip of its heading.</param>
/// <param name="Group">Heading above this column and its neighbors; null when there is none.</param>
public sealed record FleetColumn(string Name, string Address, string? Sorted, string? Class, string? Hint, string? Group);

/// <summary>Rows of the table under a heading.</summary>
/// <param name="Heading">Name and subtotals; null when the rows are not grouped.</param>
public sealed record FleetGroup(FleetGroupHeading? Heading, IReadOnlyList<FleetRow> Rows);

/// <summary>Name and subtotals of a group, every value as text.</summary>
/// <param name="Key">Identifies the row when the page is refreshed.</param>
/// <param name="Count">Number of resources, of those at risk, and of recommendations.</param>
/// <param name="Units">Units of the current sizes.</param>
/// <param name="CostAfter">Cost as recommended; empty when nothing is.</param>
public sealed record FleetGroupHeading(
    string Key,
    string Name,
    string Count,
    string Units,
    string CostNow,
    string CostAfter,
    string Alerts
);

/// <summary>A row of the table: one resource, every value as text.</summary>
public sealed record FleetRow
{
    /// <summary>Identifies the row when the page is refreshed.</summary>
    public required string Key { get; init; }

    public required string Name { get; init; }

    /// <summary>Address of the resource's page.</summary>
    public required string Address { get; init; }

    /// <summary>Resource group and region.</summary>
    public required string Place { get; init; }

    public required string State { get; init; }

    public Tone Tone { get; init; }

    /// <summary>Reason for the state, as a tooltip; null leaves it out.</summary>
    public string? StateHint { get; init; }

    /// <summary>Paused directions of scaling; null when scaling is not paused.</summary>
    public string? Paused { get; init; }

    public required string Size { get; init; }

    /// <summary>Utilizations in order: server load, connections, inbound, outbound, routing.</summary>
    public required IReadOnlyList<UtilizationCell> Utilizations { get; init; }

    public required string RequiredUnits { get; init; }

    /// <summary>Highest units required in each interval of 7 days, oldest first and ending now; null = not known.</summary>
    public IReadOnlyList<double?> Week { get; init; } = [];

    /// <summary>Current units.</summary>
    public int Units { get; init; }

    public required string Recommendation { get; init; }

    public bool IsRecommended { get; init; }

    public string? RecommendationHint { get; init; }

    public required string CostNow { get; init; }

    public required string CostAfter { get; init; }

    public Tone CostTone { get; init; }

    public required string Confidence { get; init; }

    public required string Alerts { get; init; }

    public Tone AlertTone { get; init; }

    public string? AlertHint { get; init; }

    public required string Age { get; init; }

    public Tone AgeTone { get; init; }
}

/// <summary>Utilization of a limit, 1 = at its target; null when not known.</summary>
/// <param name="IsLimiting">Whether this is the limiting factor.</param>
public readonly record struct UtilizationCell(double? Value, bool IsLimiting);

/// <summary>What waits for a person: approvals, overloads, savings.</summary>
/// <param name="Items">The first ones, in order of urgency.</param>
/// <param name="Links">Pages with all of them.</param>
public sealed record WaitingView(IReadOnlyList<WaitingItem> Items, IReadOnlyList<LinkedText> Links);

/// <summary>A resource whose size a person is to decide about.</summary>
/// <param name="Kind">Approval, overload or saving, in one word.</param>
/// <param name="Address">The resource's page.</param>
/// <param name="Text">What is recommended, or what keeps the size.</param>
/// <param name="Money">Change of the monthly bill; null when unknown.</param>
public sealed record WaitingItem(string Kind, string Name, string Address, string Text, string? Money, Tone Tone);
