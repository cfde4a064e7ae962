using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Web.Shared;

/// <summary>
/// GET /open/assets/{hash}/{name}: the stylesheet, the modules and the icon. The hash covers their content, so that a browser keeps them
/// for a year and fetches new ones after an update.
/// </summary>
internal static class PageAssetRoutes
{
    /// <summary>Base path of all assets.</summary>
    public static string Base { get; } = "/open/assets/" + PageAssets.Hash;

    public static void Map(IEndpointRouteBuilder open) => open.MapMethods("/assets/{hash}/{name}", ApiRoutes.Reading, AnswerAsync);

    private static async Task<IResult> AnswerAsync(string hash, string name, HttpContext context)
    {
        if (hash != PageAssets.Hash || PageAssets.Find(name) is not { } asset)
        {
            return InfoPages.NotFound;
        }

        var response = context.Response;
        response.ContentType = asset.ContentType;
        response.ContentLength = asset.Content.Length;
        response.Headers.CacheControl = "public, max-age=31536000, immutable";
        response.Headers.XContentTypeOptions = "nosniff";
        response.Headers["Cross-Origin-Resource-Policy"] = "same-origin";
        if (!HttpMethods.IsHead(context.Request.Method))
        {
            await response.Body.WriteAsync(asset.Content, context.RequestAborted);
        }

        return Results.Empty;
    }
}
