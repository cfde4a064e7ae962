using Advisor.Api.Json;
using Advisor.Api.Metrics;
using Advisor.Api.Pages;
using Advisor.Api.Routes;
using Advisor.Core.Text;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Api;

/// <summary>
/// What people and programs reach over HTTP, in the Functions app and in <c>advisor serve</c> alike: <c>/api</c> is JSON and <c>/metrics</c> OpenMetrics text, both
/// behind a key where there is a host that checks one; <c>/open</c> is for who has a link.
/// </summary>
public static class ApiRoutes
{
    private static readonly string[] Reading = [HttpMethods.Get, HttpMethods.Head];

    public static void MapAdvisorApi(this IEndpointRouteBuilder routes, ApiParts parts)
    {
        var api = routes.MapGroup("/api").AddEndpointFilter(FailuresAsAnswersAsync);
        api.MapGet("/resources", (HttpRequest request, CancellationToken cancellation) => ResourceList.AnswerAsync(request, parts, cancellation));
        api.MapGet("/resources/{**id}", (string id, CancellationToken cancellation) => ResourceDetails.AnswerAsync(id, parts, cancellation));
        api.MapGet("/history", (HttpRequest request, CancellationToken cancellation) => DecisionHistory.AnswerAsync(request, parts, cancellation));
        api.MapGet("/changes", (HttpRequest request, CancellationToken cancellation) => ChangeHistory.AnswerAsync(request, parts, cancellation));
        api.MapGet("/parked", (HttpRequest request, CancellationToken cancellation) => ParkedMessageList.AnswerAsync(request, parts, cancellation));
        api.MapGet("/parked/{id}", (string id, CancellationToken cancellation) => ParkedMessageList.OneAsync(id, parts, cancellation));
        api.MapPost("/evaluate", (HttpRequest request, CancellationToken cancellation) => Evaluate.AnswerAsync(request, parts, cancellation));
        api.MapGet("/resume", (CancellationToken cancellation) => Resume.ShowAsync(parts, cancellation));
        api.MapPost("/resume", (HttpRequest request, CancellationToken cancellation) => Resume.EndAsync(request, parts, cancellation));
        api.Map("/{**path}", (string? path) => Refusal.Of(StatusCodes.Status404NotFound, "NotFound", $"There is no /api/{UntrustedText.Plain(path ?? "")}."));

        routes.MapAdvisorMetrics(parts);
        routes.MapMethods("/open/health", Reading, (HttpResponse response, CancellationToken cancellation) => Health.AnswerAsync(response, parts, Health.Patience, cancellation));
        var open = routes.MapGroup("/open").AddEndpointFilter(FailuresAsPagesAsync);
        new ApprovalRoutes(parts).Map(open);
        new SilenceRoutes(parts).Map(open);
        new ResourceRoutes(parts).Map(open);
        PageAssetRoutes.Map(open);
        open.Map("/{**path}", () => NoticePages.NotFound);
    }

    /// <summary>GET /metrics alone, for other monitoring.</summary>
    public static void MapAdvisorMetrics(this IEndpointRouteBuilder routes, ApiParts parts) => routes
        .MapMethods("/metrics", Reading, (CancellationToken cancellation) => MetricsAnswer.AnswerAsync(parts, cancellation))
        .AddEndpointFilter(FailuresAsAnswersAsync);

    private static async ValueTask<object?> FailuresAsAnswersAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        context.HttpContext.Response.Headers.CacheControl = "no-store";
        try
        {
            return await next(context);
        }
        catch (StateStoreException e)
        {
            return e.IsTransient
                ? Refusal.Of(StatusCodes.Status503ServiceUnavailable, "StateUnreachable", "The state cannot be reached at the moment; try again.")
                : Refusal.Of(StatusCodes.Status500InternalServerError, e.Code, UntrustedText.Plain(e.Message));
        }
    }

    private static async ValueTask<object?> FailuresAsPagesAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        try
        {
            return await next(context);
        }
        catch (StateStoreException e)
        {
            return NoticePages.Unavailable(e.IsTransient);
        }
    }
}
