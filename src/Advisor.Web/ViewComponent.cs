using Microsoft.AspNetCore.Components;

namespace Advisor.Web;

/// <summary>Markup for a view model: the content of a page, or a part of it.</summary>
public abstract class ViewComponent<TModel> : ComponentBase
{
    [Parameter, EditorRequired]
    public required TModel Model { get; set; }
}
