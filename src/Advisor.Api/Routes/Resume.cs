using System.Text.Json;
using Advisor.Api.Json;
using Advisor.Api.SignIn;
using Advisor.Core.Text;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Routes;

/// <param name="Stop">Why applying is stopped; null where it is not.</param>
/// <param name="Ended">Who ended earlier stops, newest first.</param>
internal sealed record ResumeAnswer(PauseMark? Stop, IReadOnlyList<ResumeMark> Ended);

/// <summary>
/// GET /api/resume: whether Advisor stopped applying changes, and who ended earlier stops. POST with <c>{"reason":"…","by":"…"}</c> ends the
/// stop. Where sign-in is on, only a person who has signed in may end it, and that name counts; elsewhere <c>by</c> names the person.
/// </summary>
internal static class Resume
{
    private const int LongestText = 500;
    private const string Expected =
        """The body is {"reason":"…","by":"…"}, each a text of 1 to 500 characters; by is left out by who has signed in.""";

    public static async Task<IResult> ShowAsync(ApiParts parts, CancellationToken cancellation) =>
        await AnswerAsync(await parts.StateAsync(cancellation), cancellation);

    public static async Task<IResult> EndAsync(HttpRequest request, ApiParts parts, CancellationToken cancellation)
    {
        var who = Principal.Of(request, parts.SignIn);
        if (who is null && parts.SignIn != SignInMode.Off)
        {
            return Refusal.Of(
                StatusCodes.Status401Unauthorized, "SignInFirst", "Only a person who has signed in may end a stop. Nothing was done.");
        }

        var (body, refusal) = await JsonBody.ReadAsync(request, cancellation);
        using (body)
        {
            if (refusal is not null)
            {
                return refusal;
            }

            var (reason, by) = (TextOf(body!.RootElement, "reason"), who ?? TextOf(body.RootElement, "by"));
            if (reason is null || by is null)
            {
                return Refusal.BadInput(Expected);
            }

            var state = await parts.StateAsync(cancellation);
            return await new Resumption(state).RunAsync(by, reason, parts.Now, CancellationToken.None) is not null
                ? await AnswerAsync(state, cancellation)
                : Refusal.Of(StatusCodes.Status409Conflict, "NotStopped", "Applying is not stopped, or somebody else ended the stop just now.");
        }
    }

    private static async Task<IResult> AnswerAsync(AdvisorState state, CancellationToken cancellation) => Results.Json(
        new ResumeAnswer(await state.Fleet.PausedAsync(cancellation), await state.Fleet.ResumedAsync(cancellation)), ApiJson.Default.ResumeAnswer);

    private static string? TextOf(JsonElement body, string name) =>
        body.ValueKind == JsonValueKind.Object && body.TryGetProperty(name, out var element)
            && JsonBody.TextOf(element) is { } text && UntrustedText.Plain(text).Trim() is { Length: > 0 and <= LongestText } plain
            ? plain
            : null;
}
