using Advisor.Api.Json;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Routes;

/// <param name="Messages">The newest first, without their texts.</param>
/// <param name="Problems">A sentence for each that cannot be read.</param>
internal sealed record ParkedPage(IReadOnlyList<ParkedMessage> Messages, IReadOnlyList<string> Problems);

/// <summary>GET /api/parked and /api/parked/{id}: queue messages that nobody could work on.</summary>
internal static class ParkedMessageList
{
    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiParts parts, CancellationToken cancellation)
    {
        var (limit, problem) = Paging.Limit(request.Query);
        if (problem is not null)
        {
            return Refusal.BadInput(problem);
        }

        var read = await (await parts.StateAsync(cancellation)).Parked.ListAsync(limit, cancellation);
        return Results.Json(new ParkedPage([.. read.Records.Select(message => message with { Text = "" })], read.Problems), ApiJson.Default.ParkedPage);
    }

    public static async Task<IResult> OneAsync(string id, ApiParts parts, CancellationToken cancellation) =>
        await (await parts.StateAsync(cancellation)).Parked.FindAsync(id, cancellation) is { } message
            ? Results.Json(message, ApiJson.Default.ParkedMessage)
            : Refusal.Of(StatusCodes.Status404NotFound, "NotFound", "No parked message has this id.");
}
