using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Web.Service;

/// <summary>
/// What probes ask, open to everyone and without details: <c>/open/live</c> whether the process answers, <c>/open/ready</c> whether it can
/// read its state, <c>/open/health</c> whether it works. A platform that restarts on <c>/open/health</c> restarts for Azure's outages too.
/// </summary>
public static class HealthRoutes
{
    public static void MapAdvisorHealth(this IEndpointRouteBuilder routes, ApiDependencies dependencies)
    {
        Map("/open/live", (response, _) => Task.FromResult(HealthEndpoint.AnswerLive(response)));
        Map(
            "/open/ready",
            (response, cancellation) => HealthEndpoint.AnswerReadyAsync(response, dependencies, HealthEndpoint.GracePeriod, cancellation)
        );
        Map(
            "/open/health",
            (response, cancellation) => HealthEndpoint.AnswerAsync(response, dependencies, HealthEndpoint.GracePeriod, cancellation)
        );

        void Map(string path, Func<HttpResponse, CancellationToken, Task<IResult>> answer)
        {
            routes.MapMethods(
                path,
                ApiRoutes.Reading,
                (HttpResponse response, CancellationToken cancellation) => answer(response, cancellation)
            );
            routes.Map(path, (HttpResponse response) => ApiRoutes.RefuseMethod(response, "GET, HEAD"));
        }
    }
}
