using System.Security.Cryptography;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Dashboard;

/// <summary>JSON fetched by a page of this app; unchanged content is answered without a body.</summary>
internal sealed class TaggedJson(byte[] content) : IResult
{
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        var response = httpContext.Response;
        var tag = $"\"{Convert.ToHexStringLower(SHA256.HashData(content))[..32]}\"";
        response.Headers.ETag = tag;
        response.Headers.CacheControl = "no-store";
        response.Headers.XContentTypeOptions = "nosniff";
        response.Headers["Cross-Origin-Resource-Policy"] = "same-origin";
        if (httpContext.Request.Headers.IfNoneMatch.ToString() == tag)
        {
            response.StatusCode = StatusCodes.Status304NotModified;
            return;
        }

        response.ContentType = "application/json; charset=utf-8";
        response.ContentLength = content.Length;
        if (!HttpMethods.IsHead(httpContext.Request.Method))
        {
            await response.Body.WriteAsync(content, httpContext.RequestAborted);
        }
    }
}
