using Advisor.Web.Fleet;
using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Resource;

/// <summary>Shows the arithmetic of each limit, each number with its rule.</summary>
public sealed partial class LimitTable : ComponentBase
{
    [Parameter, EditorRequired]
    public required IReadOnlyList<LimitRow> Rows { get; set; }

    /// <summary>Units in force.</summary>
    [Parameter, EditorRequired]
    public required string Units { get; set; }

    private static string GetCellClass(LimitRow row) => FleetPage.GetCellClass(row.Utilization);
}
