using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Shared;

/// <summary>Shows a text, with its link if it has one.</summary>
public sealed partial class LinkedLabel : ComponentBase
{
    [Parameter, EditorRequired]
    public required LinkedText Link { get; set; }
}
