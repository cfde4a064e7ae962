using Microsoft.AspNetCore.Components;

namespace Advisor.Pages;

/// <summary>The content of one page: markup over its view model.</summary>
public abstract class PageComponent<TModel> : ComponentBase
{
    [Parameter, EditorRequired]
    public required TModel Model { get; set; }
}
