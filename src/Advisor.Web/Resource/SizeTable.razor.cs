using Advisor.Web.Shared;

namespace Advisor.Web.Resource;

/// <summary>Shows the comparison of sizes: utilization, risk, monthly cost, and what the choice is made by.</summary>
public sealed partial class SizeTable : ViewComponent<SizesView>
{
    private static readonly string[] Limits = ["Load", "Conn.", "In", "Out", "Rout."];

    private static string GetClass(SizeCell cell) => ToneNames.FindClass(cell.Tone) is { } tone ? "n " + tone : "n";
}
