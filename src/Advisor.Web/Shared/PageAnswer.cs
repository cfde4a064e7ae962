using System.Diagnostics.CodeAnalysis;
using System.Text;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Shared;

/// <summary>
/// A page for people, with the headers common to all: no caching, no referrer, no framing, and content of this app only. A page without a
/// module of its own runs no script at all.
/// </summary>
internal sealed class PageAnswer : IResult
{
    private const string Policy =
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
    private const string PolicyWithScript =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

    private const string ContentType = "text/html; charset=utf-8";

    private readonly int status;
    private readonly PageFrame frame;
    private readonly bool isCompressible;
    private readonly Func<PageFrame, Task<string>> render;

    private PageAnswer(int status, PageFrame frame, bool isCompressible, Func<PageFrame, Task<string>> render) =>
        (this.status, this.frame, this.isCompressible, this.render) = (status, frame, isCompressible, render);

    private bool HasScript => frame.Module is not null;

    /// <summary>Whether the page has a way to others: navigation, or a link back.</summary>
    public bool LeadsOn => frame.Navigation.Count > 0 || frame.Back is not null;

    /// <param name="kind">Kind of page, shown above the title; null leaves it out.</param>
    /// <typeparam name="TPage">Component with the content of the page.</typeparam>
    /// <typeparam name="TModel">View model of the content.</typeparam>
    public static PageAnswer Render<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] TPage, TModel>(
        int status,
        string? kind,
        string title,
        TModel model
    )
        where TPage : ViewComponent<TModel> =>
        Render<TPage, TModel>(status, new PageFrame(title, PageAssetRoutes.Base) { Kind = kind }, model);

    /// <param name="frame">Frame of the content: navigation, the page's module.</param>
    /// <param name="isCompressible">Whether the page holds no token of a form or of a link: only then it is compressed.</param>
    /// <typeparam name="TPage">Component with the content of the page.</typeparam>
    /// <typeparam name="TModel">View model of the content.</typeparam>
    public static PageAnswer Render<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] TPage, TModel>(
        int status,
        PageFrame frame,
        TModel model,
        bool isCompressible = false
    )
        where TPage : ViewComponent<TModel> =>
        new(status, frame, isCompressible, shown => PageRenderer.RenderAsync<TPage, TModel>(shown, model));

    /// <summary>Returns the page with a link back.</summary>
    public PageAnswer WithBack(string text, string address) =>
        new(status, frame with { Back = new NavigationLink(text, address) }, isCompressible, render);

    public async Task ExecuteAsync(HttpContext httpContext)
    {
        var bytes = Encoding.UTF8.GetBytes(await render(frame));
        var response = httpContext.Response;
        response.StatusCode = status;
        response.Headers.CacheControl = "no-store";
        response.Headers.ContentSecurityPolicy = HasScript ? PolicyWithScript : Policy;
        response.Headers.XContentTypeOptions = "nosniff";
        response.Headers.XFrameOptions = "DENY";
        response.Headers["Referrer-Policy"] = "no-referrer";
        response.Headers["Cross-Origin-Opener-Policy"] = "same-origin";
        response.Headers["Cross-Origin-Resource-Policy"] = "same-origin";
        response.Headers["X-Robots-Tag"] = "noindex, nofollow";
        if (HasScript && status == StatusCodes.Status200OK)
        {
            // A page with a module refreshes itself every minute.
            await new BytesAnswer(bytes, ContentType, isCompressible).ExecuteAsync(httpContext);
            return;
        }

        response.ContentType = ContentType;
        response.ContentLength = bytes.Length;
        if (!HttpMethods.IsHead(httpContext.Request.Method))
        {
            await response.Body.WriteAsync(bytes, httpContext.RequestAborted);
        }
    }
}
