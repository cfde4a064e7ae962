using System.Reflection;
using Advisor.Service.Telemetry;
using Azure.Core;
using Azure.Monitor.OpenTelemetry.Exporter;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Exporter;
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

    // Within the 5 s that a command has after a signal.
    private static readonly TimeSpan LastSendTime = TimeSpan.FromSeconds(3);

    // Tags of http.client.request.duration and http.server.request.duration: methods, statuses, hosts and route templates.
    private static readonly string[] HttpMetrics = ["http.client.request.duration", "http.server.request.duration"];

    private readonly TelemetryTargets targets;
    private readonly ExportFailureListener failures;
    private readonly ExportStatus azure;
    private readonly ResourceBuilder resource;
    private readonly MeterProvider meters;
    private readonly TracerProvider tracers;
    private ILoggerFactory? lines;

    private TelemetryExport(string service, TelemetryTargets targets, Action<string> warn)
    {
        this.targets = targets;
        azure = new ExportStatus("Application Insights", TelemetryTargets.AzureVariable, warn);
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
        AddCollector(targets.Collector?.Metrics, configure => meterBuilder.AddOtlpExporter(configure));
        AddCollector(targets.Collector?.Traces, configure => tracerBuilder.AddOtlpExporter(configure));

        if (targets.ConnectionString is not null)
        {
            meterBuilder.AddAzureMonitorMetricExporter(Configure);
            tracerBuilder.AddAzureMonitorTraceExporter(Configure);
        }

        (meters, tracers) = (meterBuilder.Build(), tracerBuilder.Build());
        failures = new ExportFailureListener(targets.Collector?.First, azure, warn);
    }

    /// <summary>
    /// Starts to collect and export; a target whose settings the exporter does not accept is left out. Dispose it at the end, which sends
    /// the remainder.
    /// </summary>
    /// <param name="service">Service name, unless OTEL_SERVICE_NAME states another.</param>
    /// <param name="warn">
    /// Called with each warning of the targets, once per target that is left out, and once per target that telemetry cannot be sent to,
    /// the last from any thread.
    /// </param>
    /// <returns>Null when there is no target.</returns>
    public static TelemetryExport? Start(string service, TelemetryTargets targets, Action<string> warn)
    {
        foreach (var warning in targets.Warnings)
        {
            warn(warning);
        }

        if (targets.Collector is not null && CollectorSettings.FindProblem() is { } problem)
        {
            warn(problem);
            targets = targets with { Collector = null };
        }

        try
        {
            return targets.IsWanted ? new TelemetryExport(service, targets, warn) : null;
        }
        catch (Exception e)
            when (targets.ConnectionString is not null && e is ArgumentException or InvalidOperationException or FormatException)
        {
            warn(
                $"{TelemetryTargets.AzureVariable} is not accepted: copy it from the overview of the Application Insights resource. "
                    + TelemetryTargets.FormatWithout("Application Insights")
            );
            targets = targets with { ConnectionString = null };
            return targets.IsWanted ? new TelemetryExport(service, targets, warn) : null;
        }
    }

    /// <summary>Exports the log lines that the program writes.</summary>
    public void AddTo(ILoggingBuilder logging) =>
        logging.AddOpenTelemetry(options =>
        {
            options.IncludeFormattedMessage = true;
            options.SetResourceBuilder(resource);
            AddCollector(targets.Collector?.Logs, configure => options.AddOtlpExporter(configure));

            if (targets.ConnectionString is not null)
            {
                options.AddAzureMonitorLogExporter(Configure);
            }
        });

    /// <summary>Adds the exporter of a signal, where it has an address of its own or there is one for all.</summary>
    private void AddCollector(Uri? own, Action<Action<OtlpExporterOptions>> add)
    {
        if ((own ?? targets.Collector?.All) is not null)
        {
            add(options =>
            {
                // The exporter appends no path to an address that is set here.
                if (own is not null)
                {
                    options.Endpoint = own;
                }
            });
        }
    }

    /// <summary>Creates an exporter of lines for a program without a log of its own, in addition to any other output.</summary>
    public Action<string> CreateLineWriter()
    {
        var logger = (lines ??= LoggerFactory.Create(AddTo)).CreateLogger(TelemetryNames.Source);
        return line => logger.LogInformation("{Line}", line);
    }

    public void Dispose()
    {
        // Each waits for its target; a target that does not answer must not hold up the end of the program.
        IDisposable?[] senders = [lines, tracers, meters];
        Task.WaitAll([.. senders.Select(sender => Task.Run(() => sender?.Dispose()))], LastSendTime);
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
        options.AddPolicy(new AzureStatusPolicy(azure), HttpPipelinePosition.PerCall);
    }
}
