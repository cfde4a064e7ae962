using Advisor.Api.Json;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Routes;

/// <param name="Decision">The newest line of its audit trail; absent before the first.</param>
/// <param name="OpenChange">The change under way; absent where there is none.</param>
internal sealed record ResourceDetail(ResourceLine Resource, DecisionRecord? Decision, ChangeRecord? OpenChange);

/// <summary>GET /api/resources/{id}; the id is the resource's own, with its slashes.</summary>
internal static class ResourceDetails
{
    public static async Task<IResult> AnswerAsync(string id, ApiParts parts, CancellationToken cancellation)
    {
        if (ResourceIdText.Read(id) is not { } resourceId)
        {
            return Refusal.BadInput(ResourceIdText.Problem);
        }

        var state = await parts.StateAsync(cancellation);
        var memory = await state.LoadAsync(resourceId, cancellation);
        if (memory.Snapshot is not { } snapshot || ResourceSnapshot.Read(snapshot.Version, snapshot.Content) is not { } resource)
        {
            return Refusal.Of(StatusCodes.Status404NotFound, "NotFound", "No resource of this id was seen; GET /api/resources lists those that were.");
        }

        var newest = await state.Decisions.QueryAsync(resourceId, DateTimeOffset.UnixEpoch, parts.Now.AddDays(1), null, 1, cancellation);
        var detail = new ResourceDetail(ResourceLine.Of(resource, snapshot.At), newest.Records.Count > 0 ? newest.Records[0] : null, memory.OpenChange);
        return Results.Json(detail, ApiJson.Default.ResourceDetail);
    }
}
