using System.Text;
using Advisor.Reporting.OpenMetrics;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Metrics;

/// <summary>
/// GET /metrics: the newest evaluations and the service's own counters as OpenMetrics text, from the state shared by all instances.
/// </summary>
internal static class MetricsEndpoint
{
    public static async Task<IResult> AnswerAsync(ApiDependencies dependencies, CancellationToken cancellation)
    {
        var state = await dependencies.GetStateAsync(cancellation);
        var evaluations = await state.Evaluations.ListAsync(cancellation);
        var heartbeat = await state.Fleet.FindHeartbeatAsync(cancellation);
        IEnumerable<MetricFamily> families =
        [
            .. FleetMetrics.Create(evaluations, dependencies.Now),
            .. FleetMetrics.Create(heartbeat, evaluations.Count),
            .. dependencies.ApiCalls is { } calls ? [FleetMetrics.Create(calls)] : Array.Empty<MetricFamily>(),
        ];

        // Buffered before it is sent, so that a failure becomes a status instead of a partial response.
        var body = new MemoryStream();
        await using (var writer = new StreamWriter(body, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true))
        {
            OpenMetricsText.Write(writer, families);
        }

        body.Position = 0;
        return Results.Stream(body, OpenMetricsText.ContentType);
    }
}
