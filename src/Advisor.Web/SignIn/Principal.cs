using Advisor.Core.Text;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.SignIn;

/// <summary>Reads the person signed in through App Service authentication.</summary>
internal static class Principal
{
    private const string NameHeader = "X-MS-CLIENT-PRINCIPAL-NAME";
    private const string IdHeader = "X-MS-CLIENT-PRINCIPAL-ID";
    private const int MaxNameLength = 200;

    /// <summary>
    /// Returns name and id, such as <c>mia@example.com (5f0c…)</c>; null without sign-in, or when the headers are not trusted.
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

    // App Service sends each of these headers once.
    private static string? ReadHeader(HttpRequest request, string header) =>
        request.Headers[header] is [{ } text] && !string.IsNullOrWhiteSpace(text)
            ? UntrustedText.Sanitize(text.Length > MaxNameLength ? text[..MaxNameLength] : text).Trim()
            : null;
}
