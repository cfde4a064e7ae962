using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Shared;

/// <summary>The sentence and the button shown in place of a form.</summary>
public sealed partial class SignInPrompt : ComponentBase
{
    [Parameter, EditorRequired]
    public required SignInView View { get; set; }
}
