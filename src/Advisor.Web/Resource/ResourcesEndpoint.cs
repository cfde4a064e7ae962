using Advisor.Core.Fleet;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <summary>A resource as of the last listing.</summary>
internal sealed record ListedResource(
    string Id,
    string Name,
    string SubscriptionId,
    string ResourceGroup,
    string Service,
    string Region,
    string Sku,
    int Units,
    string ProvisioningState,
    DateTimeOffset ListedAt
)
{
    public static ListedResource Create(FleetResource resource, DateTimeOffset at) =>
        new(
            resource.Id,
            resource.Name,
            resource.SubscriptionId,
            resource.ResourceGroup,
            resource.Service.ToString(),
            resource.Region,
            resource.Sku,
            resource.Units,
            resource.ProvisioningState,
            at
        );
}

/// <param name="Next">Value of <c>after</c> for the next page; absent on the last one.</param>
internal sealed record ResourceListing(IReadOnlyList<ListedResource> Resources, string? Next);

/// <summary>GET /api/resources: the resources as of the last listing, paged.</summary>
internal static class ResourcesEndpoint
{
    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation)
    {
        var (limit, wrongLimit) = Paging.ReadLimit(request.Query);
        var (after, wrongAfter) = Paging.ReadPosition(request.Query);
        if ((wrongLimit ?? wrongAfter) is { } problem)
        {
            return ApiProblem.CreateBadInput(problem);
        }

        var page = await (await dependencies.GetStateAsync(cancellation)).Snapshots.ListAsync(after, limit, cancellation);
        var lines = page
            .Snapshots.Select(snapshot => (Resource: snapshot.ReadResource(), snapshot.At))
            .Where(found => found.Resource is not null)
            .Select(found => ListedResource.Create(found.Resource!, found.At));
        return Results.Json(new ResourceListing([.. lines], Paging.FormatNext(page.Next)), ApiJson.Default.ResourceListing);
    }
}
