using System.Globalization;
using Advisor.Api.Pages;
using Advisor.Api.Routes;
using Advisor.Api.SignIn;
using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Advisor.Pages;
using Advisor.Pages.Activity;
using Advisor.Pages.Fleet;
using Advisor.Pages.Resources;
using Advisor.Pages.Service;
using Advisor.Pages.Shared;
using Advisor.Service;
using Advisor.Service.Change;
using Advisor.Service.Notify;
using Advisor.State;
using Advisor.State.Notifications;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Api.Dashboard;

/// <summary>Pages of the fleet: the table at their root, the page of a resource, the timeline, and the page of Advisor itself.</summary>
internal sealed class DashboardRoutes(ApiDependencies dependencies)
{
    private const int SnapshotPage = 1000;
    private const int MaxPoints = 2000;
    private const int EventPage = 200;
    private const int MaxTextLength = 500;

    private static readonly string[] Reading = [HttpMethods.Get, HttpMethods.Head];

    /// <summary>Path of the fleet table.</summary>
    private string Root => dependencies.DashboardPath.Length == 0 ? "/" : dependencies.DashboardPath;

    private string ActivityPath => dependencies.DashboardPath + "/activity";

    private string ServicePath => dependencies.DashboardPath + "/service";

    public void Map(IEndpointRouteBuilder routes)
    {
        if (dependencies.Dashboard == DashboardAccess.Off)
        {
            return;
        }

        var pages = routes.MapGroup(dependencies.DashboardPath).AddEndpointFilter(CheckAccessAsync);
        pages.MapMethods("/", Reading, ShowFleetAsync);
        pages.MapMethods("/resources", Reading, ShowResourceAsync);
        pages.MapMethods("/resources/series", Reading, AnswerSeriesAsync);
        pages.MapMethods("/activity", Reading, ShowActivityAsync);
        pages.MapMethods("/service", Reading, ShowServiceAsync);
        pages.MapPost("/service/resume", ResumeAsync);
        pages.MapPost("/service/resend", ResendAsync);
    }

    private async Task<IResult> ShowFleetAsync(HttpRequest request, CancellationToken cancellation)
    {
        var service = await dependencies.ReadServiceAsync(cancellation);
        var fleet = await ReadFleetAsync(service.State, dependencies.Now, cancellation);
        var view = FleetPages.View(fleet, FleetQuery.Read(request.Query), CreateResourceAddress, Root, service.Rules, dependencies.Now);
        return PageAnswer.Of<FleetPage, FleetView>(StatusCodes.Status200OK, CreateFrame("Fleet", Root, "fleet.js"), view);
    }

    private async Task<IResult> ShowResourceAsync(HttpRequest request, CancellationToken cancellation)
    {
        var service = await dependencies.ReadServiceAsync(cancellation);
        if (
            ResourceIdText.Read(request.Query["id"]) is not { } id
            || await ResourceOverview.ReadAsync(service, id, dependencies.Now, cancellation) is not { } detail
        )
        {
            return NoResource;
        }

        var who = Principal.FindName(request, dependencies.SignIn);
        var act = dependencies.Links is { } links && MayAct(who) ? ResourceActions.Create(dependencies, links, detail, who) : null;
        var address = CreateResourceAddress(id);
        var chart = new ChartView(
            $"{dependencies.DashboardPath}/resources/series?id={Uri.EscapeDataString(id)}",
            ChartRange.Find(request.Query["range"]).Key,
            [.. ChartRange.All.Select(range => new RangeLink(range.Key, range.Text, $"{address}&range={range.Key}"))]
        );
        return PageAnswer.Of<ResourceDetailPage, ResourceDetailView>(
            StatusCodes.Status200OK,
            CreateFrame(detail.Resource.Name, address, "resource.js") with
            {
                Kind = $"{detail.Resource.ResourceGroup} · {detail.Resource.Region}",
                Stylesheet = "uPlot.min.css",
            },
            ResourceDetailPages.View(detail, chart, act, service.Rules, dependencies.Now)
        );
    }

    private async Task<IResult> AnswerSeriesAsync(HttpRequest request, CancellationToken cancellation)
    {
        if (ResourceIdText.Read(request.Query["id"]) is not { } id)
        {
            return NoResource;
        }

        var state = await dependencies.StateAsync(cancellation);
        var (now, range) = (dependencies.Now, ChartRange.Find(request.Query["range"]));
        var from = now - range.Span;
        var points = int.TryParse(request.Query["points"], NumberStyles.None, CultureInfo.InvariantCulture, out var asked)
            ? asked
            : MaxPoints;
        var days = await state.Minutes.ReadAsync(id, from, now, cancellation);
        var series = ChartSeries.Create(days.Records, from, now, Math.Clamp(points, 1, MaxPoints));
        var marks = await ChartMarks.ReadAsync(state, id, from, now.AddMinutes(1), cancellation);
        return new TaggedJson(ChartJson.Write(series, await state.Evaluations.FindAsync(id, cancellation), marks, from, now));
    }

    private async Task<IResult> ShowActivityAsync(HttpRequest request, CancellationToken cancellation)
    {
        var query = ActivityQuery.Read(request.Query);
        var state = await dependencies.StateAsync(cancellation);
        var page = await state.Timeline.QueryAsync(
            dependencies.Now - query.Range.Span,
            dependencies.Now.AddMinutes(1),
            query.After,
            EventPage,
            cancellation
        );
        return PageAnswer.Of<ActivityPage, ActivityView>(
            StatusCodes.Status200OK,
            CreateFrame("Changes and alerts", ActivityPath, "live.js"),
            ActivityPages.View(page.Records, page.Next, query, ActivityPath, CreateResourceAddress)
        );
    }

    private async Task<IResult> ShowServiceAsync(HttpRequest request, CancellationToken cancellation)
    {
        var service = await dependencies.ReadServiceAsync(cancellation);
        var status = await ServiceOverview.ReadAsync(service.State, dependencies.Now, cancellation);
        var who = Principal.FindName(request, dependencies.SignIn);
        var mayAct = dependencies.Links is not null && MayAct(who);
        var resume =
            status.Stop is not null && mayAct ? new FormView(ServicePath + "/resume", PageForm.Proof(dependencies, "", who)) : null;
        FormView? Resend(DeadLetter message) =>
            mayAct
                ? new FormView(ServicePath + "/resend", [KeyValuePair.Create("id", message.Id), .. PageForm.Proof(dependencies, "", who)])
                : null;
        return PageAnswer.Of<ServicePage, ServiceView>(
            StatusCodes.Status200OK,
            CreateFrame("Service", ServicePath, "live.js"),
            ServicePages.View(status, resume, who, Resend, service.Options.Interval, dependencies.Now)
        );
    }

    private async Task<IResult> ResumeAsync(HttpRequest request, CancellationToken cancellation)
    {
        var (form, by, refused) = await ReadFormAsync(request, cancellation);
        if (form is null)
        {
            return refused!;
        }

        var reason = UntrustedText.Plain(form["reason"].ToString()).Trim();
        return reason.Length is 0 or > MaxTextLength
                ? InfoPages.Create(
                    StatusCodes.Status400BadRequest,
                    "A reason is missing",
                    "Say why applying can go on. Nothing was changed."
                )
            : await new Resumption(await dependencies.StateAsync(cancellation)).RunAsync(
                by,
                reason,
                dependencies.Now,
                CancellationToken.None
            )
                is not null
                ? InfoPages.Create(StatusCodes.Status200OK, "Applying goes on", "The next tick applies what its mode permits.")
            : InfoPages.Create(
                StatusCodes.Status409Conflict,
                "Applying is not stopped",
                "It was not stopped, or another person has just resumed it."
            );
    }

    private async Task<IResult> ResendAsync(HttpRequest request, CancellationToken cancellation)
    {
        var (form, by, refused) = await ReadFormAsync(request, cancellation);
        if (form is null)
        {
            return refused!;
        }

        var resend = new DeadLetterResend(await dependencies.StateAsync(cancellation));
        var (status, title, text) = (
            await resend.RunAsync(form["id"].ToString(), by, dependencies.Now, CancellationToken.None)
        ).State switch
        {
            ResendState.Resent => (StatusCodes.Status200OK, "Sent again", "The next tick sends the message."),
            ResendState.AlreadyDone => (StatusCodes.Status409Conflict, "Already done", "What the message names was done meanwhile."),
            ResendState.Unreadable => (
                StatusCodes.Status409Conflict,
                "Not sent",
                "The message cannot be read, or a part of it was not kept."
            ),
            _ => (StatusCodes.Status404NotFound, "Not sent", "There is no such message in the dead-letter queue."),
        };
        return InfoPages.Create(status, title, text);
    }

    // Reads the form of one of these pages and its sender; returns an error page when either is missing.
    private async Task<(IFormCollection? Form, string By, IResult? Refusal)> ReadFormAsync(
        HttpRequest request,
        CancellationToken cancellation
    )
    {
        var (form, refused) = await PageForm.ReadAsync(request, dependencies, cancellation);
        if (form is null)
        {
            return (null, "", refused);
        }

        var who = Principal.FindName(request, dependencies.SignIn);
        var by = who ?? UntrustedText.Plain(form["author"].ToString()).Trim();
        return !MayAct(who) ? (null, "", InfoPages.CreateSignIn(ServicePath))
            : by.Length is 0 or > MaxTextLength
                ? (
                    null,
                    "",
                    InfoPages.Create(StatusCodes.Status400BadRequest, "Your name is missing", "Give your name. Nothing was changed.")
                )
            : (form, by, null);
    }

    private static PageAnswer NoResource { get; } =
        InfoPages.Create(
            StatusCodes.Status404NotFound,
            "Nothing is known of this resource",
            "Advisor has not seen it since its records begin."
        );

    private bool MayAct(string? who) =>
        dependencies.Dashboard == DashboardAccess.Full && (dependencies.SignIn != SignInMode.Require || who is not null) || who is not null;

    // The table includes resources that are listed and not yet evaluated.
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

    private string CreateResourceAddress(string id) => $"{dependencies.DashboardPath}/resources?id={Uri.EscapeDataString(id)}";

    private PageFrame CreateFrame(string title, string address, string? module)
    {
        (string Text, string Address)[] pages = [("Fleet", Root), ("Changes and alerts", ActivityPath), ("Service", ServicePath)];
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
        return dependencies.Dashboard != DashboardAccess.SignedIn || Principal.FindName(request, dependencies.SignIn) is not null
                ? await ApiRoutes.ShowFailuresAsync(context, next)
            : dependencies.SignIn == SignInMode.Off ? InfoPages.NotFound
            : InfoPages.CreateSignInToSee(request.Path + request.QueryString);
    }
}
