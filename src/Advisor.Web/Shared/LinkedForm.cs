using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Shared;

/// <summary>Content of a signed link to a page.</summary>
internal interface IPageLink
{
    /// <summary>Path of the page, with its token.</summary>
    string Path { get; }
}

/// <summary>A form submitted from the page of a signed link.</summary>
/// <param name="Who">The signed-in person; null without sign-in.</param>
internal sealed record LinkedForm<TLink>(IFormCollection Fields, TLink Link, string? Who)
    where TLink : IPageLink;

/// <summary>Reads such a form, and verifies its link and its sender.</summary>
internal static class LinkedForm
{
    /// <param name="readLink">Reads the link from a field by name and the signed-in person.</param>
    /// <param name="findRefusal">Returns the page that rejects a link; null when it is valid.</param>
    /// <returns>The form; else the page that says why it is rejected.</returns>
    public static async Task<(LinkedForm<TLink>? Form, PageAnswer? Refusal)> ReadAsync<TLink>(
        HttpRequest request,
        ApiDependencies dependencies,
        Func<Func<string, string>, string?, TLink> readLink,
        Func<TLink, PageAnswer?> findRefusal,
        CancellationToken cancellation
    )
        where TLink : IPageLink
    {
        var (fields, refused) = await PageForm.ReadAsync(request, dependencies, cancellation);
        if (fields is null)
        {
            return (null, refused);
        }

        var who = Principal.FindName(request, dependencies.SignIn);
        var link = readLink(name => fields[name].ToString(), who);
        return findRefusal(link) is { } refusal ? (null, refusal)
            : who is null && dependencies.SignIn == SignInMode.Require ? (null, InfoPages.CreateSignIn(link.Path))
            : (new LinkedForm<TLink>(fields, link, who), null);
    }
}
