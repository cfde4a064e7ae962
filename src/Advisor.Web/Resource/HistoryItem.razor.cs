using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Resource;

/// <summary>A decision or a change: its first reason, and the others on demand.</summary>
public sealed partial class HistoryItem : ComponentBase
{
    [Parameter, EditorRequired]
    public required HistoryEntry Entry { get; set; }
}
