using Advisor.Core.Text;
using Advisor.Service.Store.Rows;
using Advisor.Web.Approvals;
using Advisor.Web.Dashboard;
using Advisor.Web.Fleet;
using Advisor.Web.Json;
using Advisor.Web.Metrics;
using Advisor.Web.OpenApi;
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
    /// <summary>Methods of requests that change nothing.</summary>
    internal static readonly string[] Reading = [HttpMethods.Get, HttpMethods.Head];

    public static void MapAdvisorApi(this IEndpointRouteBuilder routes, ApiDependencies dependencies)
    {
        var api = routes.MapGroup("/api").AddEndpointFilter(AnswerFailuresAsync);
        var methods = new Dictionary<string, string>(StringComparer.Ordinal);
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
        methods.Add("/dead-letters/{id}/resend", HttpMethods.Post);
        api.MapPost(
            "/dead-letters/{id}/resend",
            (string id, HttpRequest request, CancellationToken cancellation) =>
                ResendEndpoint.AnswerAsync(id, request, dependencies, cancellation)
        );
        MapPost("/evaluate", EvaluateEndpoint.AnswerAsync);
        Get("/resume", (_, parts, cancellation) => ResumeEndpoint.ShowAsync(parts, cancellation));
        MapPost("/resume", ResumeEndpoint.ResumeAsync);
        MapPost("/pause", PauseEndpoint.AnswerAsync);
        foreach (var (path, allowed) in methods)
        {
            // Less specific than a route with a method: only for the others.
            api.Map(path, (HttpResponse response) => RefuseMethod(response, allowed));
        }

        api.Map(
            "/{**path}",
            (string? path) =>
                ApiProblem.Create(StatusCodes.Status404NotFound, "NotFound", $"There is no /api/{UntrustedText.Sanitize(path ?? "")}.")
        );

        routes.MapMethods(OpenApiEndpoint.Path, Reading, (HttpResponse response) => OpenApiEndpoint.Answer(response));
        routes.Map(OpenApiEndpoint.Path, (HttpResponse response) => RefuseMethod(response, "GET, HEAD"));
        routes.MapAdvisorMetrics(dependencies);
        routes.MapAdvisorHealth(dependencies);
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

        void Get(string path, Func<HttpRequest, ApiDependencies, CancellationToken, Task<IResult>> answer)
        {
            AddMethods(path, "GET, HEAD");
            api.MapMethods(
                path,
                Reading,
                (HttpRequest request, CancellationToken cancellation) => answer(request, dependencies, cancellation)
            );
        }

        void GetById(string path, Func<string, ApiDependencies, CancellationToken, Task<IResult>> answer)
        {
            AddMethods(path, "GET, HEAD");
            api.MapMethods(path, Reading, (string id, CancellationToken cancellation) => answer(id, dependencies, cancellation));
        }

        void MapPost(string path, Func<HttpRequest, ApiDependencies, CancellationToken, Task<IResult>> answer)
        {
            AddMethods(path, HttpMethods.Post);
            api.MapPost(path, (HttpRequest request, CancellationToken cancellation) => answer(request, dependencies, cancellation));
        }

        void AddMethods(string path, string more) => methods[path] = methods.TryGetValue(path, out var known) ? $"{known}, {more}" : more;
    }

    internal static IResult RefuseMethod(HttpResponse response, string allowed)
    {
        response.Headers.Allow = allowed;
        return ApiProblem.Create(StatusCodes.Status405MethodNotAllowed, "MethodNotAllowed", $"This path answers {allowed}.");
    }

    /// <summary>Maps GET /metrics only, for other monitoring systems.</summary>
    public static void MapAdvisorMetrics(this IEndpointRouteBuilder routes, ApiDependencies dependencies)
    {
        routes
            .MapMethods(
                "/metrics",
                Reading,
                (HttpRequest request, CancellationToken cancellation) => MetricsEndpoint.AnswerAsync(request, dependencies, cancellation)
            )
            .AddEndpointFilter(AnswerFailuresAsync);
        routes.Map("/metrics", (HttpResponse response) => RefuseMethod(response, "GET, HEAD"));
    }

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
