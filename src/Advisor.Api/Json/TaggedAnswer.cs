using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Microsoft.Net.Http.Headers;

namespace Advisor.Api.Json;

/// <summary>
/// A response to repeated requests: it has a strong ETag of its content, and is 304 when the caller has that content. A browser may store
/// it but must revalidate.
/// </summary>
internal static class TaggedAnswer
{
    private const int TagBytes = 16;

    /// <param name="isStored">Whether a browser may store the response; otherwise it sends the tag that the page keeps.</param>
    public static IResult Create<T>(HttpRequest request, T body, JsonTypeInfo<T> type, bool isStored = true)
    {
        var bytes = JsonSerializer.SerializeToUtf8Bytes(body, type);
        var tag = new EntityTagHeaderValue($"\"{Convert.ToHexStringLower(SHA256.HashData(bytes).AsSpan(0, TagBytes))}\"");
        var headers = request.HttpContext.Response.Headers;
        headers.CacheControl = isStored ? "private, no-cache" : "no-store";
        headers.ETag = tag.ToString();
        headers.XContentTypeOptions = "nosniff";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        return IsKnown(request, tag)
            ? Results.StatusCode(StatusCodes.Status304NotModified)
            : Results.Bytes(bytes, "application/json; charset=utf-8");
    }

    private static bool IsKnown(HttpRequest request, EntityTagHeaderValue tag) =>
        EntityTagHeaderValue.TryParseList(request.Headers.IfNoneMatch, out var known)
        && known.Any(given => given.Compare(tag, useStrongComparison: false) || given.Equals(EntityTagHeaderValue.Any));
}
