using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Shared;

/// <summary>A form with its hidden fields; buttons and visible fields are its content.</summary>
public sealed partial class PostForm : ComponentBase
{
    [Parameter, EditorRequired]
    public required FormView Form { get; set; }

    [Parameter]
    public RenderFragment? ChildContent { get; set; }
}
