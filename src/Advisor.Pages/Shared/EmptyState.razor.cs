using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Shared;

/// <summary>What stands where a list has nothing.</summary>
public sealed partial class EmptyState : ComponentBase
{
    [Parameter, EditorRequired]
    public required string Text { get; set; }
}
