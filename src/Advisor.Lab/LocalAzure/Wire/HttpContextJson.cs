using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http;

namespace Advisor.Lab.LocalAzure.Wire;

/// <summary>JSON responses, and the addresses in them.</summary>
internal static class HttpContextJson
{
    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static async Task WriteJsonAsync(this HttpContext http, Action<Utf8JsonWriter> write, int status = StatusCodes.Status200OK)
    {
        http.Response.StatusCode = status;
        http.Response.ContentType = "application/json; charset=utf-8";
        var writer = new Utf8JsonWriter(http.Response.BodyWriter, Options);
        await using (writer.ConfigureAwait(false))
        {
            write(writer);
        }

        await http.Response.BodyWriter.FlushAsync(http.RequestAborted);
    }

    public static Task WriteJsonAsync(this HttpContext http, JsonNode node) => http.WriteJsonAsync(writer => node.WriteTo(writer));

    /// <summary>
    /// Returns the absolute address of a path, built from the Host header. A client that redirects Azure's addresses to this port but keeps
    /// Azure's name in the Host header gets https addresses of that name, which it redirects again; a loopback name gets http.
    /// </summary>
    public static string ToAbsoluteUrl(this HttpContext http, string pathAndQuery)
    {
        var host = http.Request.Host;
        var loopback =
            string.Equals(host.Host, "localhost", StringComparison.OrdinalIgnoreCase)
            || (System.Net.IPAddress.TryParse(host.Host.Trim('[', ']'), out var address) && System.Net.IPAddress.IsLoopback(address));
        var forwarded = http.Request.Headers["X-Forwarded-Proto"].ToString();
        var scheme =
            forwarded.Length > 0 ? forwarded
            : loopback ? "http"
            : "https";
        return $"{scheme}://{host.Value}{pathAndQuery}";
    }

    public static string GetRouteText(this HttpContext http, string name) => http.Request.RouteValues[name] as string ?? "";

    public static string GetApiVersion(this HttpContext http) => http.Request.Query["api-version"].ToString();
}
