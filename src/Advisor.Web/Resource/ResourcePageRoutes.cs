using System.Globalization;
using Advisor.Configuration.Schedules;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Changes;
using Advisor.Service.Series;
using Advisor.Web.Dashboard;
using Advisor.Web.Fleet;
using Advisor.Web.Json;
using Advisor.Web.Rules;
using Advisor.Web.Shared;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Web.Resource;

/// <summary>The page of a resource, the data of its chart, and the form to pause and resume its scaling.</summary>
internal sealed class ResourcePageRoutes(DashboardContext context)
{
    private const int DefaultPoints = 2000;

    private ApiDependencies Dependencies => context.Dependencies;

    public void Map(IEndpointRouteBuilder pages)
    {
        pages.MapMethods("/resources", ApiRoutes.Reading, ShowAsync);
        pages.MapMethods("/resources/series", ApiRoutes.Reading, AnswerSeriesAsync);
        pages.MapPost("/resources/pause", PauseAsync);
    }

    private async Task<IResult> ShowAsync(HttpRequest request, CancellationToken cancellation) =>
        ResourceIdText.Read(request.Query["id"]) is { } id ? await CreatePageAsync(request, id, cancellation) : DashboardContext.NoResource;

    /// <summary>The page of a resource; of one that was never seen, the page that says so.</summary>
    internal async Task<IResult> CreatePageAsync(HttpRequest request, string id, CancellationToken cancellation)
    {
        var service = await Dependencies.ReadServiceAsync(cancellation);
        if (await ResourceOverview.ReadAsync(service, id, Dependencies.Now, cancellation) is not { } detail)
        {
            return DashboardContext.NoResource;
        }

        var who = context.FindName(request);
        var address = context.CreateResourceAddress(id);
        var chart = new ChartView(
            $"{context.ResourcePath}/series?id={Uri.EscapeDataString(id)}",
            ChartRange.Find(request.Query["range"]).Key,
            [.. ChartRange.All.Select(range => new RangeLink(range.Key, range.Text, $"{address}&range={range.Key}"))]
        );
        return PageAnswer.Render<ResourceDetailPage, ResourceDetailView>(
            StatusCodes.Status200OK,
            context.CreateFrame(detail.Resource.Name, address, "resource.js") with
            {
                Kind = $"{detail.Resource.ResourceGroup} · {detail.Resource.Region}",
                Stylesheet = "uPlot.min.css",
                Library = "uPlot.iife.min.js",
            },
            ResourceDetailPages.BuildView(
                detail,
                chart,
                context.MayAct(who) ? ResourceActions.Create(context, detail, who) : null,
                new RuleLinks(context.RulesPath, service.Rules),
                Dependencies.Now
            )
        );
    }

    private async Task<IResult> AnswerSeriesAsync(HttpRequest request, CancellationToken cancellation)
    {
        if (ResourceIdText.Read(request.Query["id"]) is not { } id)
        {
            return DashboardContext.NoResource;
        }

        var (now, range) = (Dependencies.Now, ChartRange.Find(request.Query["range"]));
        var points = int.TryParse(request.Query["points"], NumberStyles.None, CultureInfo.InvariantCulture, out var requested)
            ? requested
            : DefaultPoints;
        var query = new SeriesQuery(now - range.Span, now, Math.Clamp(points, 1, SeriesQuery.MaxPoints));
        return await SeriesEndpoint.ReadAsync(await Dependencies.GetStateAsync(cancellation), id, query, cancellation) is { } answer
            ? TaggedAnswer.Create(request, answer, OverviewJson.Default.SeriesAnswer, isStored: false)
            : DashboardContext.NoResource;
    }

    private async Task<IResult> PauseAsync(HttpRequest request, CancellationToken cancellation)
    {
        var (form, by, refused) = await context.ReadFormAsync(request, context.Root, cancellation);
        if (form is null)
        {
            return refused!;
        }

        var (reason, noReason) = DashboardContext.ReadReason(form);
        var service = await Dependencies.ReadServiceAsync(cancellation);
        var state = service.State;
        if (
            ResourceIdText.Read(form["id"]) is not { } id
            || await ResourceOverview.FindResourceAsync(state, id, cancellation) is not var (resource, stored, _)
        )
        {
            return DashboardContext.NoResource;
        }

        if (noReason is not null)
        {
            return noReason;
        }

        var now = Dependencies.Now;
        if (stored.Pause is { } current && current.IsInForce(now) && PausePages.FormatShown(current) != form[PausePages.Shown])
        {
            return PausePages.CreateReplaced(resource, current);
        }

        if (form["answer"] == "resume")
        {
            return await ScalingPauses.ResumeAsync(state, resource, by, reason, now, CancellationToken.None)
                ? PausePages.CreateResumed(
                    resource,
                    await ScalingPauses.DescribeRemainingAsync(state, service.Settings.Apply(resource, now), now, CancellationToken.None)
                )
                : PausePages.CreateNothingToResume(resource);
        }

        if (FindScaling(form["scaling"].ToString()) is not { } scaling)
        {
            return InfoPages.Create(
                StatusCodes.Status400BadRequest,
                "Not accepted",
                "Select what to pause: both directions, scale-in or scale-out; or keep a size. Nothing was changed."
            );
        }

        var (end, problem) = (default(DateTimeOffset?), default(string));
        var (settings, units) = (service.FindSettings(resource, now), default(int?));
        if (form["scaling"] == "pin")
        {
            units = int.TryParse(form["units"], NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;
            var catalog = service.Rules.GetCatalog(resource.Service, service.Settings.Apply(resource, now).Settings);
            problem = ResourcePin.FindProblem(units.Value, catalog.Find(resource.Sku), settings, resource.Units);
        }

        if (problem is not null)
        {
            return InfoPages.Create(StatusCodes.Status400BadRequest, "Invalid size", $"{problem} Nothing was changed.");
        }

        if (form["until"].ToString() is { Length: > 0 } until)
        {
            end = InstantText.ParseEnd(UntrustedText.Sanitize(until), now, settings.TimeZone, out problem);
        }

        if (problem is not null)
        {
            return InfoPages.Create(StatusCodes.Status400BadRequest, "Invalid end", $"{problem} Nothing was changed.");
        }

        var pause = new ScalingPause
        {
            ResourceId = resource.Id,
            Scaling = scaling,
            Units = units,
            Author = by,
            Reason = reason,
            At = now,
            Until = end,
        };
        return await ScalingPauses.PauseAsync(state, resource, pause, CancellationToken.None)
            ? PausePages.CreatePaused(resource, pause)
            : PausePages.CreateConflict("Not paused", "Someone else paused it at the same time. Try again.");
    }

    private static PausedScaling? FindScaling(string text) =>
        text switch
        {
            "all" or "pin" => PausedScaling.All,
            "scaleIn" => PausedScaling.ScaleIn,
            "scaleOut" => PausedScaling.ScaleOut,
            _ => null,
        };
}
