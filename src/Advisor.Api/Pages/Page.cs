using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Pages;

/// <summary>
/// A page for people, with the headers that all of them have: nothing is stored, nothing is told to other sites, no script runs, nobody frames it, and only the
/// one style below is used.
/// </summary>
internal sealed class Page(int status, string title, string body) : IResult
{
    // What the hash is taken of is what stands between the tags.
    private static readonly string Style = ReadStyle();
    private static readonly string Policy =
        $"default-src 'none'; style-src 'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(Style)))}'; "
        + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

    /// <param name="title">Plain text.</param>
    /// <param name="body">HTML whose texts are encoded: <see cref="Html"/>.</param>
    public static Page Of(int status, string title, string body) => new(status, title, body);

    public async Task ExecuteAsync(HttpContext httpContext)
    {
        var response = httpContext.Response;
        var bytes = Encoding.UTF8.GetBytes(Document());
        response.StatusCode = status;
        response.ContentType = "text/html; charset=utf-8";
        response.ContentLength = bytes.Length;
        response.Headers.CacheControl = "no-store";
        response.Headers.ContentSecurityPolicy = Policy;
        response.Headers.XContentTypeOptions = "nosniff";
        response.Headers.XFrameOptions = "DENY";
        response.Headers["Referrer-Policy"] = "no-referrer";
        response.Headers["Cross-Origin-Opener-Policy"] = "same-origin";
        response.Headers["Cross-Origin-Resource-Policy"] = "same-origin";
        response.Headers["X-Robots-Tag"] = "noindex, nofollow";
        if (!HttpMethods.IsHead(httpContext.Request.Method))
        {
            await response.Body.WriteAsync(bytes, httpContext.RequestAborted);
        }
    }

    private string Document() =>
        $"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>{Html.Text(title)} - Advisor</title>
        <style>{Style}</style>
        </head>
        <body>
        <main>
        <p class="brand">Advisor</p>
        <h1>{Html.Text(title)}</h1>
        {body}
        </main>
        </body>
        </html>

        """;

    private static string ReadStyle()
    {
        using var stream = typeof(Page).Assembly.GetManifestResourceStream("page.css")!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
