using Advisor.Core.Reports;
using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Reports;

/// <summary>Required units against units in force over a window, as SVG that needs no script.</summary>
public sealed partial class UsageChart : ComponentBase
{
    private const int Width = 880,
        Height = 220;

    /// <summary>Samples in ascending order.</summary>
    [Parameter, EditorRequired]
    public required IReadOnlyList<UsagePoint> Points { get; set; }

    [Parameter, EditorRequired]
    public DateTimeOffset From { get; set; }

    [Parameter, EditorRequired]
    public DateTimeOffset To { get; set; }

    /// <summary>Null where the units in force stay, or where the SKU changes with them.</summary>
    [Parameter]
    public int? Recommended { get; set; }

    /// <summary>What a screen reader says in place of the picture.</summary>
    [Parameter, EditorRequired]
    public required string Label { get; set; }

    private ChartGeometry Chart => field ??= ChartGeometry.Create(Points, From, To, Recommended, Width, Height);
}
