using System.Text;
using Advisor.Web.Approvals;
using Advisor.Web.Fleet;
using Advisor.Web.Json;
using Advisor.Web.Notices;
using Advisor.Web.Resource;
using Advisor.Web.Rules;
using Advisor.Web.Service;
using Advisor.Web.Shared;
using Advisor.Web.SignIn;
using Advisor.Web.Timeline;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Web.Dashboard;

/// <summary>
/// Pages of the fleet: the table at their root, the page of a resource, the timeline, the page of Advisor itself, and the rules.
/// </summary>
internal sealed class DashboardRoutes(ApiDependencies dependencies)
{
    private readonly DashboardContext context = new(dependencies);

    public void Map(IEndpointRouteBuilder routes)
    {
        if (dependencies.Dashboard == DashboardAccess.Off)
        {
            return;
        }

        var pages = routes
            .MapGroup(dependencies.DashboardPath)
            .AddEndpointFilter((invocation, next) => WayBack.AddAsync(dependencies, invocation, next))
            .AddEndpointFilter(CheckAccessAsync);
        pages.MapMethods("/", ApiRoutes.Reading, ShowFleetAsync);
        pages.MapMethods("/fleet.csv", ApiRoutes.Reading, AnswerCsvAsync);
        pages.MapMethods("/activity", ApiRoutes.Reading, ShowActivityAsync);
        pages.MapMethods("/rules", ApiRoutes.Reading, ShowRulesAsync);
        pages.MapMethods("/{page}", ApiRoutes.Reading, () => ShowUnknown());
        new ResourcePageRoutes(context).Map(pages);
        new ApprovalListRoutes(context).Map(pages);
        new ServicePageRoutes(context).Map(pages);
    }

    /// <summary>Maps what messages link to, wherever the pages are: /open/fleet and /open/approvals.</summary>
    internal static void MapLinks(IEndpointRouteBuilder open, ApiDependencies dependencies)
    {
        var pages = new DashboardContext(dependencies);
        foreach (var (link, page) in new[] { ("/fleet", pages.Root), ("/approvals", pages.ApprovalsPath) })
        {
            open.MapMethods(
                link,
                ApiRoutes.Reading,
                () => dependencies.Dashboard == DashboardAccess.Off ? (IResult)InfoPages.NotFound : Results.Redirect(page)
            );
        }
    }

    private Task<IResult> ShowFleetAsync(HttpRequest request, CancellationToken cancellation) =>
        CreateFleetPageAsync(context, FleetQuery.Read(request.Query), cancellation);

    private async Task<IResult> AnswerCsvAsync(HttpRequest request, CancellationToken cancellation)
    {
        var csv = await FleetCsv.ReadAsync(context, FleetQuery.Read(request.Query), cancellation);
        var headers = request.HttpContext.Response.Headers;
        headers.ContentDisposition = "attachment; filename=\"fleet.csv\"";
        headers.CacheControl = "private, no-cache";
        return new BytesAnswer(Encoding.UTF8.GetBytes(csv), "text/csv; charset=utf-8", isCompressible: true);
    }

    /// <summary>Creates the page of the fleet table.</summary>
    internal static async Task<IResult> CreateFleetPageAsync(DashboardContext context, FleetQuery query, CancellationToken cancellation)
    {
        var view = await FleetPages.ReadAsync(context, query, cancellation);
        return PageAnswer.Render<FleetPage, FleetView>(
            StatusCodes.Status200OK,
            context.CreateFrame("Fleet", context.Root, "fleet.js"),
            view,
            isCompressible: true
        );
    }

    private async Task<IResult> ShowActivityAsync(HttpRequest request, CancellationToken cancellation)
    {
        var query = ActivityQuery.Read(request.Query);
        var state = await dependencies.GetStateAsync(cancellation);
        var page = await ActivityPages.ReadAsync(state.Timeline, query, dependencies.Now, cancellation);
        return PageAnswer.Render<ActivityPage, ActivityView>(
            StatusCodes.Status200OK,
            context.CreateFrame("Changes and alerts", context.ActivityPath, "live.js"),
            ActivityPages.BuildView(page.Records, page.Next, query, context.ActivityPath, context.CreateResourceAddress),
            isCompressible: true
        );
    }

    private async Task<IResult> ShowRulesAsync(CancellationToken cancellation) =>
        PageAnswer.Render<RulesPage, RulesView>(
            StatusCodes.Status200OK,
            context.CreateFrame("Rules", context.RulesPath, module: null),
            RulePages.BuildView((await dependencies.ReadServiceAsync(cancellation)).Rules)
        );

    private PageAnswer ShowUnknown() =>
        PageAnswer.Render<NoticePage, NoticeView>(
            StatusCodes.Status404NotFound,
            context.CreateFrame("Page not found", "", module: null) with
            {
                IsWide = false,
            },
            new NoticeView("There is no page at this address. Use the navigation above.")
        );

    private async ValueTask<object?> CheckAccessAsync(EndpointFilterInvocationContext invocation, EndpointFilterDelegate next)
    {
        var request = invocation.HttpContext.Request;
        return dependencies.Dashboard != DashboardAccess.SignedIn || context.FindName(request) is not null
                ? await ApiRoutes.ShowFailuresAsync(invocation, next)
            : dependencies.SignIn == SignInMode.Off ? InfoPages.NotFound
            : InfoPages.CreateSignInToSee(request.Path + request.QueryString);
    }
}
