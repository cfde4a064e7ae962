using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Pages;

/// <summary>Pages that say one thing.</summary>
internal static class NoticePages
{
    /// <summary>For an unknown thing and for a wrong token alike: who has no link learns nothing.</summary>
    public static Page NotFound { get; } = Of(
        StatusCodes.Status404NotFound, "There is no such page", "The link is incomplete or wrong. Open it from the message itself, or copy it whole.");

    public static Page Unavailable(bool mayPass) => Of(
        mayPass ? StatusCodes.Status503ServiceUnavailable : StatusCodes.Status500InternalServerError,
        "This cannot be shown now",
        mayPass ? "Advisor cannot reach its state at the moment. Nothing was changed; try again in a minute." : "Advisor cannot read its state. Nothing was changed; the log has the reason.");

    public static Page KeyGone { get; } = Of(
        StatusCodes.Status410Gone, "This link no longer works", "The key that signed it has been taken out of use. Nothing was changed; the next message has a new link.");

    public static Page Expired(string what) => Of(StatusCodes.Status410Gone, "This link has expired", what);

    /// <param name="back">The page with its link, for after the sign-in.</param>
    public static Page SignInFirst(string back) => Page.Of(
        StatusCodes.Status403Forbidden,
        "Sign in first",
        $"""
        <p>Only who has signed in may answer here. Nothing was changed.</p>
        {SignInButton(back)}
        """);

    public static string SignInButton(string back) =>
        $"""<p class="buttons"><a class="button" href="/.auth/login/aad?post_login_redirect_uri={Html.Text(Uri.EscapeDataString(back))}">Sign in</a></p>""";

    public static Page Of(int status, string title, string text) => Page.Of(status, title, $"<p>{Html.Text(text)}</p>");
}
