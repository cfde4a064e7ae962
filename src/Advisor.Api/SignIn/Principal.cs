using Advisor.Core.Text;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.SignIn;

/// <summary>The person that App Service authentication says has signed in.</summary>
internal static class Principal
{
    private const string NameHeader = "X-MS-CLIENT-PRINCIPAL-NAME";
    private const string IdHeader = "X-MS-CLIENT-PRINCIPAL-ID";
    private const int MaxNameLength = 200;

    /// <summary>
    /// Name and id, such as <c>mia@example.com (5f0c…)</c>; null without sign-in, or where the headers are not to be trusted.
    /// </summary>
    public static string? FindName(HttpRequest request, SignInMode mode)
    {
        if (mode == SignInMode.Off)
        {
            return null;
        }

        var (name, id) = (ReadHeader(request, NameHeader), ReadHeader(request, IdHeader));
        return name is null ? id
            : id is null || id == name ? name
            : $"{name} ({id})";
    }

    // App Service sends each of them once.
    private static string? ReadHeader(HttpRequest request, string header) =>
        request.Headers[header] is [{ } text] && !string.IsNullOrWhiteSpace(text)
            ? UntrustedText.Plain(text.Length > MaxNameLength ? text[..MaxNameLength] : text).Trim()
            : null;
}
