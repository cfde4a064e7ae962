using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Shared;

/// <summary>Shows a sentence that must not be overlooked.</summary>
public sealed partial class Notice : ComponentBase
{
    [Parameter]
    public Tone Tone { get; set; }

    [Parameter]
    public RenderFragment? ChildContent { get; set; }

    private string Class => ToneNames.FindClass(Tone) is { } tone ? "notice " + tone : "notice";
}
