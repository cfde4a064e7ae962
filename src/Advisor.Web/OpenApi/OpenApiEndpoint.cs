using System.Text;
using Advisor.Core.Text;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.OpenApi;

/// <summary>GET /openapi.json: the description of the API. The same for the life of the process.</summary>
internal static class OpenApiEndpoint
{
    public const string Path = "/openapi.json";

    private static readonly Lazy<byte[]> Document = new(() =>
        Encoding.UTF8.GetBytes(OpenApiDocument.Create(ApiOperations.All, ProgramVersion.Text).ToJsonString())
    );

    public static IResult Answer(HttpResponse response)
    {
        response.Headers.CacheControl = "no-cache";
        return new BytesAnswer(Document.Value, "application/json; charset=utf-8", isCompressible: true);
    }
}
