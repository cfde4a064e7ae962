using Advisor.Pages.Shared;
using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Resources;

/// <summary>What other sizes would mean: utilization, risk, bill and what each is expected to cost in the next hour.</summary>
public sealed partial class SizeTable : ComponentBase
{
    private static readonly string[] Limits = ["Load", "Conn.", "In", "Out", "Rout."];

    [Parameter, EditorRequired]
    public required SizesView View { get; set; }

    private static string Class(SizeCell cell) => ToneNames.ClassOf(cell.Tone) is { } tone ? "n " + tone : "n";
}
