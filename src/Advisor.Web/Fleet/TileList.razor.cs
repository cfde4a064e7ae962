using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Fleet;

/// <summary>Figures at the top of a page.</summary>
public sealed partial class TileList : ComponentBase
{
    [Parameter, EditorRequired]
    public required IReadOnlyList<FleetTile> Tiles { get; set; }
}
