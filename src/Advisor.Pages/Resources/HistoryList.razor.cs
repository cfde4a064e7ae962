using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Resources;

/// <summary>Decisions or changes, newest first.</summary>
public sealed partial class HistoryList : ComponentBase
{
    [Parameter, EditorRequired]
    public required IReadOnlyList<HistoryEntry> Entries { get; set; }
}
