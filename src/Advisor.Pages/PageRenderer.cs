using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.Logging.Abstractions;

namespace Advisor.Pages;

/// <summary>A page as HTML. May be called by many threads at once; renders in well under a millisecond and waits for nothing.</summary>
public static class PageRenderer
{
    private static readonly NoServices Services = new();

    /// <typeparam name="TPage">The content of the page.</typeparam>
    /// <typeparam name="TModel">What it shows.</typeparam>
    /// <returns>The whole document. Every text in it is encoded, and stripped by <see cref="RenderedText"/>.</returns>
    public static async Task<string> RenderAsync<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] TPage, TModel>(
        PageFrame frame,
        TModel model
    )
        where TPage : PageComponent<TModel>
    {
        RenderFragment content = builder =>
        {
            builder.OpenComponent(0, typeof(TPage));
            builder.AddComponentParameter(1, nameof(PageComponent<TModel>.Model), model);
            builder.CloseComponent();
        };
        var parameters = new Dictionary<string, object?>(StringComparer.Ordinal)
        {
            [nameof(Layout.Frame)] = frame,
            [nameof(Layout.ChildContent)] = content,
        };
        await using var renderer = new HtmlRenderer(Services, NullLoggerFactory.Instance);
        var html = await renderer.Dispatcher.InvokeAsync(async () =>
            (await renderer.RenderComponentAsync<Layout>(ParameterView.FromDictionary(parameters))).ToHtmlString()
        );
        return RenderedText.Strip(html);
    }

    // Pages get all they show by their models.
    private sealed class NoServices : IServiceProvider
    {
        public object? GetService(Type serviceType) => null;
    }
}
