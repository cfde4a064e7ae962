using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Resource;

/// <summary>Decisions or changes, newest first; the earlier ones on demand.</summary>
public sealed partial class HistoryList : ComponentBase
{
    private const int Shown = 5;

    [Parameter, EditorRequired]
    public required IReadOnlyList<HistoryEntry> Entries { get; set; }
}
