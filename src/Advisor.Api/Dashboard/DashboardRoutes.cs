using Advisor.Api.Pages;
using Advisor.Api.SignIn;
using Advisor.Core.Fleet;
using Advisor.Pages;
using Advisor.Pages.Fleet;
using Advisor.Service;
using Advisor.State;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Api.Dashboard;

/// <summary>The pages of the whole fleet: the table at their root, the page of a resource, the timeline, Advisor itself.</summary>
internal sealed class DashboardRoutes(ApiDependencies parts)
{
    private const int SnapshotPage = 1000;

    private static readonly string[] Reading = [HttpMethods.Get, HttpMethods.Head];

    /// <summary>The path of the fleet's table.</summary>
    private string Root => parts.DashboardPath.Length == 0 ? "/" : parts.DashboardPath;

    public void Map(IEndpointRouteBuilder routes)
    {
        if (parts.Dashboard == DashboardAccess.Off)
        {
            return;
        }

        var pages = routes.MapGroup(parts.DashboardPath).AddEndpointFilter(CheckAccessAsync);
        pages.MapMethods("/", Reading, ShowFleetAsync);
    }

    private async Task<IResult> ShowFleetAsync(HttpRequest request, CancellationToken cancellation)
    {
        var service = await parts.ReadServiceAsync(cancellation);
        var fleet = await ReadFleetAsync(service.State, parts.Now, cancellation);
        var view = FleetPages.View(fleet, FleetQuery.Read(request.Query), CreateResourceAddress, Root, service.Rules, parts.Now);
        return PageAnswer.Of<FleetPage, FleetView>(StatusCodes.Status200OK, CreateFrame("Fleet", Root, "fleet.js"), view);
    }

    // Resources that are listed and not yet evaluated stand in the table too.
    private static async Task<IReadOnlyList<FleetEntry>> ReadFleetAsync(
        AdvisorState state,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var evaluations = await state.Evaluations.ListAsync(cancellation);
        var known = evaluations.Select(record => record.ResourceId).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var entries = evaluations.Select(record => FleetEntry.Create(record, now)).ToList();
        SnapshotPosition? position = null;
        do
        {
            var page = await state.ListSnapshotsAsync(position, SnapshotPage, cancellation);
            entries.AddRange(
                page.Snapshots.Select(snapshot => ResourceSnapshot.Read(snapshot.Version, snapshot.Content))
                    .OfType<FleetResource>()
                    .Where(resource => !known.Contains(resource.Id))
                    .Select(FleetEntry.Create)
            );
            position = page.Next;
        } while (position is not null);
        return entries;
    }

    private string CreateResourceAddress(string id) => $"{parts.DashboardPath}/resources?id={Uri.EscapeDataString(id)}";

    private PageFrame CreateFrame(string title, string address, string? module)
    {
        (string Text, string Address)[] pages = [("Fleet", Root)];
        return new(title, PageAssetRoutes.Base)
        {
            IsWide = true,
            Module = module,
            Navigation = [.. pages.Select(page => new NavigationLink(page.Text, page.Address, page.Address == address))],
        };
    }

    private async ValueTask<object?> CheckAccessAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var request = context.HttpContext.Request;
        return parts.Dashboard != DashboardAccess.SignedIn || Principal.FindName(request, parts.SignIn) is not null
                ? await ApiRoutes.ShowFailuresAsync(context, next)
            : parts.SignIn == SignInMode.Off ? InfoPages.NotFound
            : InfoPages.CreateSignInToSee(request.Path + request.QueryString);
    }
}
