using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Json;

/// <summary>
/// A response to repeated requests: it has a strong ETag of its content, and is 304 when the caller has that content. A browser may store
/// it but must revalidate.
/// </summary>
internal static class TaggedAnswer
{
    /// <param name="isStored">Whether a browser may store the response; otherwise it sends the tag that the page keeps.</param>
    public static IResult Create<T>(HttpRequest request, T body, JsonTypeInfo<T> type, bool isStored = true)
    {
        request.HttpContext.Response.Headers.CacheControl = isStored ? "private, no-cache" : "no-store";
        return new BytesAnswer(JsonSerializer.SerializeToUtf8Bytes(body, type), "application/json; charset=utf-8", isCompressible: true);
    }
}
