using Advisor.Web.Shared;
using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Resource;

/// <summary>Shows the comparison of sizes: utilization, risk, monthly cost, and what the choice is made by.</summary>
public sealed partial class SizeTable : ComponentBase
{
    private static readonly string[] Limits = ["Load", "Conn.", "In", "Out", "Rout."];

    [Parameter, EditorRequired]
    public required SizesView View { get; set; }

    private static string GetClass(SizeCell cell) => ToneNames.FindClass(cell.Tone) is { } tone ? "n " + tone : "n";
}
