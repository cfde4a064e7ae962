using Advisor.Pages.Fleet;
using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Resources;

/// <summary>The arithmetic of each limit, each number with the rule that it comes from.</summary>
public sealed partial class LimitTable : ComponentBase
{
    [Parameter, EditorRequired]
    public required IReadOnlyList<LimitRow> Rows { get; set; }

    /// <summary>The units in force.</summary>
    [Parameter, EditorRequired]
    public required string Units { get; set; }

    private static string CellClass(LimitRow row) => FleetPage.CellClass(row.Utilization);
}
