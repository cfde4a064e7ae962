using Advisor.Service.Notifications.Delivery;
using Advisor.Web.Fleet;
using Advisor.Web.Json;
using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Service;

/// <summary>
/// POST /api/dead-letters/{id}/resend with <c>{"by":"…"}</c>: sends the message again at the next tick, once, however often it is
/// requested. With sign-in, only a signed-in person may do so, and that name is recorded.
/// </summary>
internal static class ResendEndpoint
{
    public static Task<IResult> AnswerAsync(string id, HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation) =>
        ActorRequest.RunAsync(
            request,
            dependencies,
            "Only signed-in users may resend a message. Nothing was sent.",
            """The body is {"by":"…"}, a text of 1 to 500 characters; omit by when you are signed in.""",
            async (_, by) =>
            {
                // From here on the work completes even if the caller disconnects.
                var resend = new DeadLetterResend(await dependencies.GetStateAsync(cancellation));
                return Answer(await resend.RunAsync(id, by, dependencies.Now, CancellationToken.None));
            },
            cancellation
        );

    private static IResult Answer(ResendResult result) =>
        result switch
        {
            { State: ResendState.Resent, Message: { } message } => Results.Json(
                DeadLetterEntry.Create(message),
                OverviewJson.Default.DeadLetterEntry
            ),
            { State: ResendState.AlreadyDone } => ApiProblem.Create(
                StatusCodes.Status409Conflict,
                "AlreadyDone",
                "This message has already been handled. Nothing was sent."
            ),
            { State: ResendState.Unreadable } => ApiProblem.Create(
                StatusCodes.Status409Conflict,
                "Unreadable",
                "This message cannot be resent: it cannot be read, or it was too long to be stored in full."
            ),
            _ => ApiProblem.Create(StatusCodes.Status404NotFound, "NotFound", "No dead-lettered message has this id."),
        };
}
