using Advisor.Api.Routes;
using Advisor.Runtime.Links;
using Advisor.Runtime.Service;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Api.Pages;

/// <summary>GET /open/resources?id=…&amp;t=…: what is known of a resource, for who got a message about it.</summary>
internal sealed class ResourceRoutes(ApiParts parts)
{
    private const int MostLines = 5;

    private static readonly TimeSpan Past = TimeSpan.FromDays(30);

    public void Map(IEndpointRouteBuilder routes) => routes.MapMethods("/resources", [HttpMethods.Get, HttpMethods.Head], ShowAsync);

    private async Task<IResult> ShowAsync(HttpRequest request, CancellationToken cancellation)
    {
        var id = request.Query["id"].ToString();
        if (parts.Links is not { } links || ResourceIdText.Read(id) is null)
        {
            return NoticePages.NotFound;
        }

        var link = links.CheckResource(id, request.Query["t"].ToString(), parts.Now);
        if (link != LinkState.Valid)
        {
            return link == LinkState.Expired
                ? NoticePages.Expired("The link of a message works for a week; a newer message has a newer one.")
                : NoticePages.NotFound;
        }

        var state = await parts.StateAsync(cancellation);
        var memory = await state.LoadAsync(id, cancellation);
        if (memory.Snapshot is not { } snapshot || ResourceSnapshot.Read(snapshot.Version, snapshot.Content) is not { } resource)
        {
            return NoticePages.Of(StatusCodes.Status404NotFound, "Nothing is known of this resource", "Advisor has not seen it since its records begin.");
        }

        var (from, before) = (parts.Now - Past, parts.Now.AddDays(1));
        var decisions = await state.Decisions.QueryAsync(id, from, before, null, MostLines, cancellation);
        var changes = await state.Changes.QueryAsync(id, from, before, null, MostLines, cancellation);
        return ResourcePages.Of(resource, snapshot.At, decisions.Records, changes.Records);
    }
}
