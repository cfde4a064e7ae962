using Advisor.Pages.Shared;

namespace Advisor.Pages.Fleet;

/// <summary>The table of all resources, with what is summed over them.</summary>
/// <param name="Action">The path that the filters are sent to.</param>
/// <param name="Count">How many rows there are of how many resources, as a sentence.</param>
/// <param name="Empty">What stands in place of the rows where there is none; null where there are.</param>
public sealed record FleetView(
    IReadOnlyList<FleetTile> Tiles,
    string Action,
    string Search,
    string Sort,
    IReadOnlyList<FleetFilter> Filters,
    IReadOnlyList<FleetColumn> Columns,
    IReadOnlyList<FleetRow> Rows,
    string Count,
    string? Empty
);

/// <summary>A figure above the table.</summary>
/// <param name="Detail">What it is of, or its parts; null leaves it out.</param>
public sealed record FleetTile(string Name, string Value, string? Detail = null, Tone Tone = Tone.Neutral);

/// <summary>A choice that narrows the table.</summary>
/// <param name="Field">Its name in the address.</param>
public sealed record FleetFilter(string Field, string Name, IReadOnlyList<FilterChoice> Choices);

/// <param name="Value">Empty = all.</param>
public sealed record FilterChoice(string Value, string Text, bool IsChosen);

/// <summary>The head of a column.</summary>
/// <param name="Address">The same table, sorted by it.</param>
/// <param name="Sorted">The value of aria-sort; null where the table is not sorted by it.</param>
/// <param name="Class">Of its cells: how they are aligned, whether a phone shows them.</param>
/// <param name="Hint">What the column shows, for who points at its head.</param>
/// <param name="Group">The head above it and its neighbours; null where it stands alone.</param>
public sealed record FleetColumn(string Key, string Name, string Address, string? Sorted, string? Class, string? Hint, string? Group);

/// <summary>A resource as the table shows it: every value as its text.</summary>
public sealed record FleetRow
{
    /// <summary>Names the row when the page is refreshed.</summary>
    public required string Key { get; init; }

    public required string Name { get; init; }

    /// <summary>The page of the resource.</summary>
    public required string Address { get; init; }

    /// <summary>Resource group and region.</summary>
    public required string Place { get; init; }

    public required string State { get; init; }

    public Tone Tone { get; init; }

    /// <summary>Why it is in this state, for who points at it; null leaves it out.</summary>
    public string? StateHint { get; init; }

    public required string Size { get; init; }

    /// <summary>Server load, connections, inbound, outbound, routing.</summary>
    public required IReadOnlyList<UtilizationCell> Utilizations { get; init; }

    public required string RequiredUnits { get; init; }

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

/// <summary>The utilization of a limit, 1 = at its target; null where it is not known.</summary>
/// <param name="IsLimiting">Whether this limit decides the size.</param>
public readonly record struct UtilizationCell(double? Value, bool IsLimiting);
