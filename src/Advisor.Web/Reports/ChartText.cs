using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Rendering;

namespace Advisor.Web.Reports;

/// <summary>A label in an SVG. A component in code, since Razor reserves the name of the element.</summary>
public sealed class ChartText : ComponentBase
{
    [Parameter, EditorRequired]
    public double X { get; set; }

    [Parameter, EditorRequired]
    public double Y { get; set; }

    /// <summary>Value of text-anchor: start, middle or end.</summary>
    [Parameter, EditorRequired]
    public required string Anchor { get; set; }

    [Parameter, EditorRequired]
    public required string Text { get; set; }

    protected override void BuildRenderTree(RenderTreeBuilder builder)
    {
        builder.OpenElement(0, "text");
        builder.AddAttribute(1, "class", "chart-label");
        builder.AddAttribute(2, "x", $"{X}");
        builder.AddAttribute(3, "y", $"{Y}");
        builder.AddAttribute(4, "text-anchor", Anchor);
        builder.AddContent(5, Text);
        builder.CloseElement();
    }
}
