using Microsoft.AspNetCore.Components;

namespace Advisor.Web;

/// <summary>Content of one page: markup for its view model.</summary>
public abstract class PageComponent<TModel> : ComponentBase
{
    [Parameter, EditorRequired]
    public required TModel Model { get; set; }
}
