using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Shared;

/// <summary>A text with its link where it has one.</summary>
public sealed partial class LinkedLabel : ComponentBase
{
    [Parameter, EditorRequired]
    public required LinkedText Link { get; set; }
}
