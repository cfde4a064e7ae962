using Microsoft.AspNetCore.Components;

namespace Advisor.Web;

/// <summary>HTML document around the content of every page.</summary>
public sealed partial class Layout : ComponentBase
{
    [Parameter, EditorRequired]
    public required PageFrame Frame { get; set; }

    [Parameter]
    public RenderFragment? ChildContent { get; set; }

    private string GetAssetUrl(string name) => $"{Frame.AssetBase}/{name}";
}
