using Advisor.Api.SignIn;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Advisor.Api.Pages;

/// <summary>Reads what a page's own form sent, and refuses what another site or a program of odd habits sends.</summary>
internal static class PageForm
{
    private const int MostBytes = 8 * 1024;

    private static readonly FormOptions Limits = new() { ValueCountLimit = 20, KeyLengthLimit = 100, ValueLengthLimit = 2000, BufferBodyLengthLimit = MostBytes };

    /// <summary>The fields; where there are none, the page that says why.</summary>
    /// <param name="origin">The origin of the app as people reach it.</param>
    public static async Task<(IFormCollection? Form, Page? Refusal)> ReadAsync(HttpRequest request, string origin, SignInMode signIn, CancellationToken cancellation)
    {
        if (!IsOwn(request.Headers, origin, signIn))
        {
            return (null, Refuse(StatusCodes.Status403Forbidden, "This was not sent by Advisor's own page. Open the link of the message and answer there."));
        }

        if (!IsForm(request.ContentType))
        {
            return (null, Refuse(StatusCodes.Status415UnsupportedMediaType, "This address takes what its own form sends."));
        }

        if (request.HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } limit)
        {
            limit.MaxRequestBodySize = MostBytes;
        }

        try
        {
            return (await request.HttpContext.Request.ReadFormAsync(Limits, cancellation), null);
        }
        catch (BadHttpRequestException e) when (e.StatusCode == StatusCodes.Status413PayloadTooLarge)
        {
            return (null, Refuse(StatusCodes.Status413PayloadTooLarge, "The form is too large."));
        }
        catch (Exception e) when (e is BadHttpRequestException or InvalidDataException)
        {
            return (null, Refuse(StatusCodes.Status400BadRequest, "The form cannot be read."));
        }
    }

    /// <summary>
    /// Whether a page of ours sent it. Our pages forbid referrers, and so a browser sends <c>Origin: null</c> from them: what tells is
    /// <c>Sec-Fetch-Site</c>, and the origin only where it is named. A browser too old for both is let through while nobody signs in: then the token in the
    /// form is all that counts, and no other site has it.
    /// </summary>
    internal static bool IsOwn(IHeaderDictionary headers, string origin, SignInMode signIn)
    {
        var from = headers.Origin.ToString();
        var site = headers["Sec-Fetch-Site"].ToString();
        var named = from.Length > 0 && from != "null";
        return (!named || string.Equals(from, origin, StringComparison.OrdinalIgnoreCase))
            && (site.Length > 0 ? site == "same-origin" : named || signIn == SignInMode.Off);
    }

    private static bool IsForm(string? contentType) =>
        contentType?.Split(';')[0].Trim().Equals("application/x-www-form-urlencoded", StringComparison.OrdinalIgnoreCase) == true;

    private static Page Refuse(int status, string why) => NoticePages.Of(status, "This was not accepted", why + " Nothing was changed.");
}
