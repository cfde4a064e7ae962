using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Resource;

/// <summary>Shows what is paused, and the buttons to pause and resume.</summary>
public sealed partial class PauseSection : ComponentBase
{
    [Parameter, EditorRequired]
    public required PauseView View { get; set; }
}
