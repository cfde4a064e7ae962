using Advisor.Core.Text;
using Advisor.Service.Store.Rows;
using Advisor.Web.Approvals;
using Advisor.Web.Dashboard;
using Advisor.Web.Fleet;
using Advisor.Web.Json;
using Advisor.Web.Metrics;
using Advisor.Web.Resource;
using Advisor.Web.Service;
using Advisor.Web.Shared;
using Advisor.Web.Silences;
using Advisor.Web.Timeline;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Web;

/// <summary>
/// HTTP routes for people and programs, in the Functions app and in <c>advisor serve</c> alike: <c>/api</c> is JSON and <c>/metrics</c>
/// OpenMetrics text, both behind a key if the host checks one; <c>/open</c> requires a signed link.
/// </summary>
public static class ApiRoutes
{
    private static readonly string[] Reading = [HttpMethods.Get, HttpMethods.Head];

    public static void MapAdvisorApi(this IEndpointRouteBuilder routes, ApiDependencies dependencies)
    {
        var api = routes.MapGroup("/api").AddEndpointFilter(AnswerFailuresAsync);
        Get("/resources", ResourcesEndpoint.AnswerAsync);
        GetById("/resources/{**id}", ResourceDetails.AnswerAsync);
        Get("/history", DecisionHistory.AnswerAsync);
        Get("/changes", ChangeHistory.AnswerAsync);
        Get("/fleet", FleetEndpoint.AnswerAsync);
        Get("/series", SeriesEndpoint.AnswerAsync);
        Get("/timeline", TimelineEndpoint.AnswerAsync);
        Get("/service", ServiceEndpoint.AnswerAsync);
        Get("/dead-letters", DeadLetterEndpoint.AnswerAsync);
        GetById("/dead-letters/{id}", DeadLetterEndpoint.AnswerOneAsync);
        api.MapPost(
            "/dead-letters/{id}/resend",
            (string id, HttpRequest request, CancellationToken cancellation) =>
                ResendEndpoint.AnswerAsync(id, request, dependencies, cancellation)
        );
        MapPost("/evaluate", EvaluateEndpoint.AnswerAsync);
        Get("/resume", (_, parts, cancellation) => ResumeEndpoint.ShowAsync(parts, cancellation));
        MapPost("/resume", ResumeEndpoint.ResumeAsync);
        MapPost("/pause", PauseEndpoint.AnswerAsync);
        api.Map(
            "/{**path}",
            (string? path) =>
                ApiProblem.Create(StatusCodes.Status404NotFound, "NotFound", $"There is no /api/{UntrustedText.Sanitize(path ?? "")}.")
        );

        routes.MapAdvisorMetrics(dependencies);
        routes.MapMethods(
            "/open/health",
            Reading,
            (HttpResponse response, CancellationToken cancellation) =>
                HealthEndpoint.AnswerAsync(response, dependencies, HealthEndpoint.GracePeriod, cancellation)
        );
        var open = routes
            .MapGroup("/open")
            .AddEndpointFilter((invocation, next) => WayBack.AddAsync(dependencies, invocation, next))
            .AddEndpointFilter(ShowFailuresAsync);
        new ApprovalRoutes(dependencies).Map(open);
        new SilenceRoutes(dependencies).Map(open);
        new ResourceRoutes(dependencies).Map(open);
        PageAssetRoutes.Map(open);
        DashboardRoutes.MapLinks(open, dependencies);
        open.Map("/{**path}", () => InfoPages.NotFound);
        new DashboardRoutes(dependencies).Map(routes);

        void Get(string path, Func<HttpRequest, ApiDependencies, CancellationToken, Task<IResult>> answer) =>
            api.MapGet(path, (HttpRequest request, CancellationToken cancellation) => answer(request, dependencies, cancellation));

        void GetById(string path, Func<string, ApiDependencies, CancellationToken, Task<IResult>> answer) =>
            api.MapGet(path, (string id, CancellationToken cancellation) => answer(id, dependencies, cancellation));

        void MapPost(string path, Func<HttpRequest, ApiDependencies, CancellationToken, Task<IResult>> answer) =>
            api.MapPost(path, (HttpRequest request, CancellationToken cancellation) => answer(request, dependencies, cancellation));
    }

    /// <summary>Maps GET /metrics only, for other monitoring systems.</summary>
    public static void MapAdvisorMetrics(this IEndpointRouteBuilder routes, ApiDependencies dependencies) =>
        routes
            .MapMethods(
                "/metrics",
                Reading,
                (HttpRequest request, CancellationToken cancellation) => MetricsEndpoint.AnswerAsync(request, dependencies, cancellation)
            )
            .AddEndpointFilter(AnswerFailuresAsync);

    private static async ValueTask<object?> AnswerFailuresAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        context.HttpContext.Response.Headers.CacheControl = "no-store";
        try
        {
            return await next(context);
        }
        catch (StateStoreException e)
        {
            return e.IsTransient
                ? ApiProblem.Create(
                    StatusCodes.Status503ServiceUnavailable,
                    "StateUnreachable",
                    "The state store cannot be reached at the moment; try again."
                )
                : ApiProblem.Create(StatusCodes.Status500InternalServerError, e.Code, UntrustedText.Sanitize(e.Message));
        }
    }

    internal static async ValueTask<object?> ShowFailuresAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        try
        {
            return await next(context);
        }
        catch (StateStoreException e)
        {
            return InfoPages.CreateUnavailable(e.IsTransient);
        }
    }
}
