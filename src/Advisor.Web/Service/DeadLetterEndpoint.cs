using Advisor.Service.Notifications.Delivery;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Service;

/// <param name="Messages">Dead-lettered messages without their text, newest first.</param>
/// <param name="Problems">One sentence for each message that cannot be read.</param>
internal sealed record DeadLetterPage(IReadOnlyList<DeadLetter> Messages, IReadOnlyList<string> Problems);

/// <summary>GET /api/dead-letters and /api/dead-letters/{id}: queue messages that could not be processed.</summary>
internal static class DeadLetterEndpoint
{
    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation)
    {
        var (limit, problem) = Paging.ReadLimit(request.Query);
        if (problem is not null)
        {
            return ApiProblem.CreateBadInput(problem);
        }

        var read = await (await dependencies.GetStateAsync(cancellation)).DeadLetters.ListAsync(limit, cancellation);
        return Results.Json(
            new DeadLetterPage([.. read.Records.Select(message => message with { Text = "" })], read.Problems),
            ApiJson.Default.DeadLetterPage
        );
    }

    public static async Task<IResult> AnswerOneAsync(string id, ApiDependencies dependencies, CancellationToken cancellation) =>
        await (await dependencies.GetStateAsync(cancellation)).DeadLetters.FindAsync(id, cancellation) is { } message
            ? Results.Json(message, ApiJson.Default.DeadLetter)
            : ApiProblem.Create(StatusCodes.Status404NotFound, "NotFound", "No dead-lettered message has this id.");
}
