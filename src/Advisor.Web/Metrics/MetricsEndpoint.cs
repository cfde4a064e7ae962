using System.Text;
using Advisor.Reporting.OpenMetrics;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.Net.Http.Headers;

namespace Advisor.Web.Metrics;

/// <summary>
/// GET /metrics: the newest evaluations and the service's own counters, from the state shared by all instances, as OpenMetrics text or,
/// where the caller prefers it, as the text of Prometheus.
/// </summary>
internal static class MetricsEndpoint
{
    // The text of a resource: what is reserved at once is not copied while it grows.
    private const int TypicalBytes = 6 * 1024;

    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation)
    {
        var service = await dependencies.ReadServiceAsync(cancellation);
        var state = service.State;
        var evaluations = await state.Evaluations.ListAsync(cancellation);
        var heartbeat = await state.Fleet.FindHeartbeatAsync(cancellation);
        IEnumerable<MetricFamily> families =
        [
            .. FleetMetrics.Create(evaluations, dependencies.Now),
            .. ServiceMetrics.Create(heartbeat, evaluations.Count, service.Options.Interval),
            .. dependencies.ApiCalls is { } calls ? [ServiceMetrics.Create(calls)] : Array.Empty<MetricFamily>(),
        ];

        // Buffered before it is sent, so that a failure becomes a status instead of a partial response.
        var body = new MemoryStream(evaluations.Count * TypicalBytes);
        var classic = PrefersClassicText(request);
        await using (var writer = new StreamWriter(body, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true))
        {
            if (classic)
            {
                OpenMetricsText.WriteClassic(writer, families);
            }
            else
            {
                OpenMetricsText.Write(writer, families);
            }
        }

        request.HttpContext.Response.Headers.Append(HeaderNames.Vary, HeaderNames.Accept);
        return new BytesAnswer(
            body.GetBuffer().AsMemory(0, (int)body.Length),
            classic ? OpenMetricsText.ClassicContentType : OpenMetricsText.ContentType,
            isCompressible: true
        );
    }

    // OpenMetrics unless the caller ranks plain text above it: by name, not by a wildcard.
    private static bool PrefersClassicText(HttpRequest request)
    {
        if (!MediaTypeHeaderValue.TryParseList(request.Headers.Accept, out var accepted))
        {
            return false;
        }

        double FindQuality(string type) =>
            accepted
                .Where(range => range.MediaType.Equals(type, StringComparison.OrdinalIgnoreCase))
                .Max(range => (double?)(range.Quality ?? 1))
            ?? 0;
        return FindQuality("text/plain") > FindQuality("application/openmetrics-text");
    }
}
