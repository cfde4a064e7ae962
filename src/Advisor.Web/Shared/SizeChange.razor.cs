using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Shared;

/// <summary>Shows the current size, or a change from one size to another.</summary>
public sealed partial class SizeChange : ComponentBase
{
    /// <summary>Previous size; null when there is no change.</summary>
    [Parameter]
    public SizeView? From { get; set; }

    [Parameter, EditorRequired]
    public required SizeView To { get; set; }

    [Parameter]
    public string AfterLabel { get; set; } = "After";
}
