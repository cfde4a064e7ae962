using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Shared;

/// <summary>A form with its hidden fields; buttons and visible fields are its content.</summary>
public sealed partial class PostForm : ComponentBase
{
    [Parameter, EditorRequired]
    public required FormView Form { get; set; }

    /// <summary>
    /// Whether the browser gives the fields what a person has entered when the person comes back to the page. It does so by their places:
    /// not for a list, which may have changed.
    /// </summary>
    [Parameter]
    public bool IsKept { get; set; } = true;

    [Parameter]
    public RenderFragment? ChildContent { get; set; }
}
