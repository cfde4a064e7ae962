using Advisor.Web.Notices;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Shared;

/// <summary>Builds pages with a single statement.</summary>
internal static class InfoPages
{
    /// <summary>The same page for an unknown id and an invalid token, so that nothing is disclosed without a valid link.</summary>
    public static PageAnswer NotFound { get; } =
        Create(
            StatusCodes.Status404NotFound,
            "Page not found",
            "The link is incomplete or wrong. Open it from the message, or copy the whole link."
        );

    public static PageAnswer CreateUnavailable(bool mayPass) =>
        Create(
            mayPass ? StatusCodes.Status503ServiceUnavailable : StatusCodes.Status500InternalServerError,
            "Temporarily unavailable",
            mayPass
                ? "Advisor cannot reach its state store at the moment. Nothing was changed; try again in a minute."
                : "Advisor cannot read its state. Nothing was changed; the log has the reason."
        );

    public static PageAnswer KeyRemoved { get; } =
        Create(
            StatusCodes.Status410Gone,
            "This link no longer works",
            "The key that signed it is no longer in use. Nothing was changed; the next message has a new link."
        );

    public static PageAnswer CreateExpired(string what) => Create(StatusCodes.Status410Gone, "This link has expired", what);

    /// <param name="back">Address to return to after sign-in: the page with its link.</param>
    public static PageAnswer CreateSignIn(string back) =>
        PageAnswer.Render<NoticePage, NoticeView>(
            StatusCodes.Status403Forbidden,
            null,
            "Sign in first",
            new NoticeView("You must sign in to respond. Nothing was changed.", FormatSignInAddress(back))
        );

    /// <param name="back">Address to return to after sign-in.</param>
    public static PageAnswer CreateSignInToSee(string back) =>
        PageAnswer.Render<NoticePage, NoticeView>(
            StatusCodes.Status401Unauthorized,
            null,
            "Sign in first",
            new NoticeView("You must sign in to see the fleet.", FormatSignInAddress(back))
        );

    /// <summary>Creates the prompt shown in place of a form that requires sign-in.</summary>
    public static SignInView CreateSignIn(string text, string back) => new(text, FormatSignInAddress(back));

    public static PageAnswer Create(int status, string title, string text) =>
        PageAnswer.Render<NoticePage, NoticeView>(status, null, title, new NoticeView(text));

    private static string FormatSignInAddress(string back) => $"/.auth/login/aad?post_login_redirect_uri={Uri.EscapeDataString(back)}";
}
