using Advisor.Runtime.Fleet;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Functions.Http;

/// <summary>A resource in a list: how it looked when it was listed last.</summary>
internal sealed record ResourceLine(
    string Id, string Name, string SubscriptionId, string ResourceGroup, string Service, string Region, string Sku, int Units, string ProvisioningState, DateTimeOffset ListedAt)
{
    public static ResourceLine Of(FleetResource resource, DateTimeOffset at) => new(
        resource.Id,
        resource.Name,
        resource.SubscriptionId,
        resource.ResourceGroup,
        resource.Service.ToString(),
        resource.Region,
        resource.Sku,
        resource.Units,
        resource.ProvisioningState,
        at);
}

/// <param name="Next">Give it as <c>after</c> for the next page; absent where none follows.</param>
internal sealed record ResourcePage(IReadOnlyList<ResourceLine> Resources, string? Next);

/// <param name="Decision">The newest line of its audit trail; absent before the first.</param>
/// <param name="OpenChange">The change under way; absent where there is none.</param>
internal sealed record ResourceDetail(ResourceLine Resource, DecisionRecord? Decision, ChangeRecord? OpenChange);

/// <summary>GET /api/resources and /api/resources/{id}; the id is the resource's own, with its slashes.</summary>
internal static class ResourceAnswers
{
    public static async Task<IResult> ListAsync(HttpRequest request, Service service, CancellationToken cancellation)
    {
        var (limit, wrongLimit) = Paging.Limit(request.Query);
        var (after, wrongAfter) = Paging.Position(request.Query);
        if ((wrongLimit ?? wrongAfter) is { } problem)
        {
            return Refusal.BadInput(problem);
        }

        var page = await (await service.StateAsync(cancellation)).SnapshotsAsync(after, limit, cancellation);
        var lines = page.Snapshots
            .Select(snapshot => (Resource: ResourceSnapshot.Read(snapshot.Version, snapshot.Content), snapshot.At))
            .Where(found => found.Resource is not null)
            .Select(found => ResourceLine.Of(found.Resource!, found.At));
        return Results.Json(new ResourcePage([.. lines], Paging.Next(page.Next)), ApiJson.Default.ResourcePage);
    }

    public static async Task<IResult> OneAsync(string id, Service service, CancellationToken cancellation)
    {
        if (ResourceIdText.Read(id) is not { } resourceId)
        {
            return Refusal.BadInput(ResourceIdText.Problem);
        }

        var state = await service.StateAsync(cancellation);
        var memory = await state.LoadAsync(resourceId, cancellation);
        if (memory.Snapshot is not { } snapshot || ResourceSnapshot.Read(snapshot.Version, snapshot.Content) is not { } resource)
        {
            return Refusal.Of(StatusCodes.Status404NotFound, "NotFound", "No resource of this id was seen; GET /api/resources lists those that were.");
        }

        var newest = await state.Decisions.QueryAsync(resourceId, DateTimeOffset.UnixEpoch, service.Now.AddDays(1), null, 1, cancellation);
        var detail = new ResourceDetail(ResourceLine.Of(resource, snapshot.At), newest.Records.Count > 0 ? newest.Records[0] : null, memory.OpenChange);
        return Results.Json(detail, ApiJson.Default.ResourceDetail);
    }
}
