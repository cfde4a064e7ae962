using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Resources;

/// <summary>What is paused, and the buttons that pause and resume.</summary>
public sealed partial class PauseSection : ComponentBase
{
    [Parameter, EditorRequired]
    public required PauseView View { get; set; }
}
