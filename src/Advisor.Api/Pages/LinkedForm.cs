using Advisor.Api.SignIn;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Pages;

/// <summary>What a signed link to a page says.</summary>
internal interface IPageLink
{
    /// <summary>The page itself, with its token.</summary>
    string Path { get; }
}

/// <summary>A form that was sent from the page of a signed link.</summary>
/// <param name="Who">The signed-in person; null without sign-in.</param>
internal sealed record LinkedForm<TLink>(IFormCollection Fields, TLink Link, string? Who)
    where TLink : IPageLink;

/// <summary>Reads such a form, and checks its link and its sender.</summary>
internal static class LinkedForm
{
    /// <param name="readLink">The link, from a field by name and who has signed in.</param>
    /// <param name="findRefusal">The page that refuses a link; null where it is valid.</param>
    /// <returns>The form; else the page that says why it is not accepted.</returns>
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
