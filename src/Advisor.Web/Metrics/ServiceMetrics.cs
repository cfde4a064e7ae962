using Advisor.Core.Text;
using Advisor.Reporting.OpenMetrics;
using Advisor.Service.Store;
using Advisor.Service.Telemetry;

namespace Advisor.Web.Metrics;

/// <summary>Metrics of Advisor itself for GET /metrics.</summary>
internal static class ServiceMetrics
{
    /// <summary>Creates the metrics of the service itself, over all its instances.</summary>
    /// <param name="interval">Time between two ticks.</param>
    public static IEnumerable<MetricFamily> Create(HeartbeatMark? heartbeat, int resources, TimeSpan interval)
    {
        yield return new(
            "advisor_build",
            OpenMetricsType.Info,
            null,
            "The program that answers.",
            [new(1, [new("version", ProgramVersion.Text)])]
        );
        yield return FleetMetrics.CreateGauge("advisor_resources", null, "Evaluated resources.", [new(resources, [])]);
        yield return FleetMetrics.CreateGauge(
            "advisor_tick_interval_seconds",
            "seconds",
            "Time between two ticks.",
            [new(interval.TotalSeconds, [])]
        );
        yield return FleetMetrics.CreateGauge(
            "advisor_last_completed_tick_timestamp_seconds",
            "seconds",
            "Newest tick with all evaluations completed.",
            heartbeat is null ? [] : [new(heartbeat.Tick.ToUnixTimeSeconds(), [])]
        );
        yield return CreateCounter("advisor_ticks", "Completed ticks.", new MetricSample(heartbeat?.Ticks ?? 0, []));
        yield return CreateCounter(
            "advisor_evaluations",
            "Resource evaluations in completed ticks.",
            new MetricSample((heartbeat?.Evaluations ?? 0) - (heartbeat?.Failures ?? 0), [new("outcome", "ok")]),
            new MetricSample(heartbeat?.Failures ?? 0, [new("outcome", "failed")])
        );
        yield return CreateCounter(
            "advisor_metric_calls",
            "Calls to Azure Monitor in completed ticks.",
            new MetricSample(heartbeat?.MetricCalls ?? 0, [])
        );
    }

    /// <summary>Creates the metric of this process's calls.</summary>
    public static MetricFamily Create(ApiCallCounter calls) =>
        CreateCounter(
            "advisor_api_calls",
            "Calls to Azure and to the state tables since this process started, retries included.",
            [
                .. calls.Counts.Select(c => new MetricSample(
                    c.Count,
                    [new("api", c.Calls.Api), new("operation", c.Calls.Operation), new("status_class", c.Calls.StatusClass)]
                )),
            ]
        );

    private static MetricFamily CreateCounter(string name, string help, params MetricSample[] samples) =>
        new MetricFamily(name, OpenMetricsType.Counter, null, help, samples);
}
