using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Shared;

/// <summary>The size in force, or a change from one to another.</summary>
public sealed partial class SizeChange : ComponentBase
{
    /// <summary>The size before; null where no change is meant.</summary>
    [Parameter]
    public SizeView? From { get; set; }

    [Parameter, EditorRequired]
    public required SizeView To { get; set; }

    [Parameter]
    public string AfterLabel { get; set; } = "After";
}
