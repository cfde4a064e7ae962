using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Advisor.Web.Shared;

/// <summary>Reads a page's own form, and rejects requests from other sites and unexpected clients.</summary>
internal static class PageForm
{
    // Of the fields of any form, without what a person selects of a list.
    private const int MaxFields = 20;
    private const int MaxBytes = 8 * 1024;

    // An id of the app's own, with its name.
    private const int MaxBytesOfChoice = 128;
    private const string TokenField = "f";

    /// <summary>Returns the fields; otherwise the page that says why there are none.</summary>
    /// <param name="maxChoices">Ids that may be selected of a list in the form.</param>
    public static async Task<(IFormCollection? Form, PageAnswer? Refusal)> ReadAsync(
        HttpRequest request,
        ApiDependencies dependencies,
        CancellationToken cancellation,
        int maxChoices = 0
    )
    {
        if (dependencies.Links is not { } links)
        {
            return (null, InfoPages.NotFound);
        }

        var sender = FindSender(request.Headers, links.Origin);
        if (sender == FormSender.CrossSite)
        {
            return (null, CrossSite);
        }

        if (!IsFormContent(request.ContentType))
        {
            return (null, Refuse(StatusCodes.Status415UnsupportedMediaType, "This address accepts only submissions of its own form."));
        }

        var maxBytes = MaxBytes + (maxChoices * MaxBytesOfChoice);
        if (request.HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } limit)
        {
            limit.MaxRequestBodySize = maxBytes;
        }

        IFormCollection form;
        try
        {
            form = await request.ReadFormAsync(
                new FormOptions
                {
                    ValueCountLimit = MaxFields + maxChoices,
                    KeyLengthLimit = 100,
                    ValueLengthLimit = 2000,
                    BufferBodyLengthLimit = maxBytes,
                },
                cancellation
            );
        }
        catch (BadHttpRequestException e) when (e.StatusCode == StatusCodes.Status413PayloadTooLarge)
        {
            return (null, Refuse(StatusCodes.Status413PayloadTooLarge, "The form is too large."));
        }
        catch (Exception e) when (e is BadHttpRequestException or InvalidDataException or InvalidOperationException)
        {
            // Cut off, too large, or with a null character.
            return (null, Refuse(StatusCodes.Status400BadRequest, "The form cannot be read."));
        }

        return
            sender == FormSender.SameSite
            || links.IsFormTokenValid(
                form[TokenField].ToString(),
                form["t"].ToString(),
                Principal.FindName(request, dependencies.SignIn),
                dependencies.Now
            )
            ? (form, null)
            : (null, CrossSite);
    }

    /// <summary>Returns the hidden field that proves that the form's page was shown.</summary>
    /// <param name="token">Token of the page's link.</param>
    /// <param name="who">The signed-in person; null without sign-in.</param>
    /// <returns>One field; none when the app does not sign links.</returns>
    public static IReadOnlyList<KeyValuePair<string, string>> CreateProof(ApiDependencies dependencies, string token, string? who) =>
        dependencies.Links is { } links ? [KeyValuePair.Create(TokenField, links.CreateFormToken(token, who, dependencies.Now))] : [];

    /// <summary>
    /// Determines the sender of a form from its headers. The app's pages forbid referrers, so a browser sends <c>Origin: null</c> from
    /// them: <c>Sec-Fetch-Site</c> decides, and the origin only when it is named. When neither is sent, the token of the form decides: the
    /// link alone, which link scanners have too, is not enough.
    /// </summary>
    internal static FormSender FindSender(IHeaderDictionary headers, string origin)
    {
        var from = headers.Origin.ToString();
        var site = headers["Sec-Fetch-Site"].ToString();
        var named = from.Length > 0 && from != "null";
        return (named && !string.Equals(from, origin, StringComparison.OrdinalIgnoreCase)) || (site.Length > 0 && site != "same-origin")
                ? FormSender.CrossSite
            : named || site.Length > 0 ? FormSender.SameSite
            : FormSender.Unknown;
    }

    private static bool IsFormContent(string? contentType) =>
        contentType?.Split(';')[0].Trim().Equals("application/x-www-form-urlencoded", StringComparison.OrdinalIgnoreCase) == true;

    private static PageAnswer CrossSite =>
        Refuse(StatusCodes.Status403Forbidden, "This was not sent by Advisor's own page. Open the link in the message and respond there.");

    private static PageAnswer Refuse(int status, string why) => InfoPages.Create(status, "Not accepted", why + " Nothing was changed.");
}

/// <summary>Sender of a form, as far as the request headers show.</summary>
internal enum FormSender
{
    /// <summary>Not shown by the headers.</summary>
    Unknown,

    SameSite,

    /// <summary>A page of another site, or a link opened elsewhere.</summary>
    CrossSite,
}
