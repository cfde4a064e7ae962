using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Shared;

/// <summary>Placeholder of an empty list.</summary>
public sealed partial class EmptyState : ComponentBase
{
    [Parameter, EditorRequired]
    public required string Text { get; set; }
}
