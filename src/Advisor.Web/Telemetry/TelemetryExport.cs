using System.Reflection;
using Advisor.Service.Telemetry;
using Azure.Monitor.OpenTelemetry.Exporter;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace Advisor.Web.Telemetry;

/// <summary>
/// Exports traces, metrics and logs by OTLP and to Application Insights, configured by the standard OpenTelemetry variables
/// (<c>OTEL_EXPORTER_OTLP_PROTOCOL</c>, <c>OTEL_SERVICE_NAME</c> ...). Possible secrets are removed: URLs are cut to their host, and
/// request paths are replaced by their route templates.
/// </summary>
public sealed class TelemetryExport : IDisposable
{
    private const string Client = "System.Net.Http";

    // Tags of http.client.request.duration and http.server.request.duration: methods, statuses, hosts and route templates.
    private static readonly string[] HttpMetrics = ["http.client.request.duration", "http.server.request.duration"];

    private readonly TelemetryTargets targets;
    private readonly ExportFailureListener failures;
    private readonly ResourceBuilder resource;
    private readonly MeterProvider meters;
    private readonly TracerProvider tracers;
    private ILoggerFactory? lines;

    private TelemetryExport(string service, TelemetryTargets targets, Action<string> warn)
    {
        this.targets = targets;
        failures = new ExportFailureListener(targets.Collector, warn);
        resource = ResourceBuilder
            .CreateEmpty()
            .AddTelemetrySdk()
            .AddService(
                service,
                serviceVersion: typeof(TelemetryExport)
                    .Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()
                    ?.InformationalVersion.Split('+')[0]
            )
            .AddEnvironmentVariableDetector();
        var meterBuilder = Sdk.CreateMeterProviderBuilder()
            .SetResourceBuilder(resource)
            .AddMeter(TelemetryNames.Source, "System.Runtime", Client, "Microsoft.AspNetCore.Hosting")
            .AddView(instrument =>
                instrument.Meter.Name is Client or "Microsoft.AspNetCore.Hosting" && !HttpMetrics.Contains(instrument.Name)
                    ? MetricStreamConfiguration.Drop
                    : null
            );
        var tracerBuilder = Sdk.CreateTracerProviderBuilder()
            .SetResourceBuilder(resource)
            .AddSource(TelemetryNames.Source, Client)
            .AddProcessor(static _ => new UrlRedactor());
        if (targets.Collector is not null)
        {
            meterBuilder.AddOtlpExporter();
            tracerBuilder.AddOtlpExporter();
        }

        if (targets.ConnectionString is not null)
        {
            meterBuilder.AddAzureMonitorMetricExporter(Configure);
            tracerBuilder.AddAzureMonitorTraceExporter(Configure);
        }

        (meters, tracers) = (meterBuilder.Build(), tracerBuilder.Build());
    }

    /// <summary>Starts to collect and export. Dispose it at the end, which sends the remainder.</summary>
    /// <param name="service">Service name, unless OTEL_SERVICE_NAME states another.</param>
    /// <param name="warn">Called once per target that telemetry cannot be sent to, from any thread.</param>
    public static TelemetryExport Start(string service, TelemetryTargets targets, Action<string> warn) => new(service, targets, warn);

    /// <summary>Exports the log lines that the program writes.</summary>
    public void AddTo(ILoggingBuilder logging) =>
        logging.AddOpenTelemetry(options =>
        {
            options.IncludeFormattedMessage = true;
            options.SetResourceBuilder(resource);
            if (targets.Collector is not null)
            {
                options.AddOtlpExporter();
            }

            if (targets.ConnectionString is not null)
            {
                options.AddAzureMonitorLogExporter(Configure);
            }
        });

    /// <summary>Creates an exporter of lines for a program without a log of its own, in addition to any other output.</summary>
    public Action<string> CreateLineWriter()
    {
        var logger = (lines ??= LoggerFactory.Create(AddTo)).CreateLogger(TelemetryNames.Source);
        return line => logger.LogInformation("{Line}", line);
    }

    public void Dispose()
    {
        lines?.Dispose();
        tracers.Dispose();
        meters.Dispose();
        failures.Dispose();
    }

    // Only what OTLP gets too, and all of it: no live stream, no counters of its own, nothing kept in files. Its sampler would keep five
    // traces a second, of both targets.
    private void Configure(AzureMonitorExporterOptions options)
    {
        options.ConnectionString = targets.ConnectionString;
        options.DisableOfflineStorage = true;
        options.EnableLiveMetrics = false;
        options.EnableStandardMetrics = false;
        options.EnablePerformanceCounters = false;
        (options.TracesPerSecond, options.SamplingRatio) = (null, 1);
    }
}
