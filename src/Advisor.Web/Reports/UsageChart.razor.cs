using Advisor.Core.Reports;
using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Reports;

/// <summary>Chart of required units and units in force over a window, as SVG without scripts.</summary>
public sealed partial class UsageChart : ComponentBase
{
    private const int Width = 880,
        Height = 220;

    /// <summary>Points in ascending order.</summary>
    [Parameter, EditorRequired]
    public required IReadOnlyList<UsagePoint> Points { get; set; }

    [Parameter, EditorRequired]
    public DateTimeOffset From { get; set; }

    [Parameter, EditorRequired]
    public DateTimeOffset To { get; set; }

    /// <summary>Recommended units; null when the units stay the same, or when the SKU changes with them.</summary>
    [Parameter]
    public int? Recommended { get; set; }

    /// <summary>Text alternative of the chart for screen readers.</summary>
    [Parameter, EditorRequired]
    public required string Label { get; set; }

    private ChartGeometry Chart => field ??= ChartGeometry.Create(Points, From, To, Recommended, Width, Height);
}
