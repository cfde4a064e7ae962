using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Shared;

/// <summary>Shows a state or a severity in one or two words.</summary>
public sealed partial class Badge : ComponentBase
{
    [Parameter, EditorRequired]
    public required string Text { get; set; }

    [Parameter]
    public Tone Tone { get; set; }

    private string Class => ToneNames.FindClass(Tone) is { } tone ? "badge " + tone : "badge";
}
