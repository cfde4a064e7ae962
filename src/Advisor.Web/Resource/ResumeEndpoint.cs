using Advisor.Service.Changes;
using Advisor.Service.Store;
using Advisor.Web.Json;
using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <param name="Stop">The stop of applying and its reason; null when applying is not stopped.</param>
/// <param name="Ended">Who resumed applying earlier, newest first.</param>
internal sealed record ResumeResponse(PauseMark? Stop, IReadOnlyList<ResumeMark> Ended);

/// <summary>
/// GET /api/resume: whether Advisor has stopped applying changes, and who resumed it earlier. POST with <c>{"reason":"…","by":"…"}</c>
/// resumes it. The name of a signed-in person is recorded; otherwise <c>by</c> names the person, unless sign-in is required.
/// </summary>
internal static class ResumeEndpoint
{
    private const string Expected =
        """The body must be {"reason":"…","by":"…"}, each a text of 1 to 500 characters; omit by when you are signed in.""";

    public static async Task<IResult> ShowAsync(ApiDependencies dependencies, CancellationToken cancellation) =>
        await AnswerAsync(await dependencies.GetStateAsync(cancellation), cancellation);

    public static Task<IResult> ResumeAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation) =>
        ActorRequest.RunAsync(
            request,
            dependencies,
            "Only signed-in users may resume changes. Nothing was changed.",
            Expected,
            (body, by) => ResumeAsync(JsonBody.ReadShortText(body, "reason"), by, dependencies, cancellation),
            cancellation
        );

    private static async Task<IResult> ResumeAsync(string? reason, string by, ApiDependencies dependencies, CancellationToken cancellation)
    {
        if (reason is null)
        {
            return ApiProblem.CreateBadInput(Expected);
        }

        var state = await dependencies.GetStateAsync(cancellation);
        return await new Resumption(state).RunAsync(by, reason, dependencies.Now, CancellationToken.None) is not null
            ? await AnswerAsync(state, cancellation)
            : ApiProblem.Create(StatusCodes.Status409Conflict, "NotStopped", "Changes are not stopped, or they have just been resumed.");
    }

    private static async Task<IResult> AnswerAsync(AdvisorState state, CancellationToken cancellation) =>
        Results.Json(
            new ResumeResponse(await state.Fleet.FindPauseAsync(cancellation), await state.Fleet.ListResumesAsync(cancellation)),
            ApiJson.Default.ResumeResponse
        );
}
