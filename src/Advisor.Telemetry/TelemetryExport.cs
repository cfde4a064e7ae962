using System.Reflection;
using Advisor.State.Telemetry;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace Advisor.Telemetry;

/// <summary>
/// Exports traces, metrics and logs by OTLP, configured by the standard OpenTelemetry variables (<c>OTEL_EXPORTER_OTLP_ENDPOINT</c>,
/// <c>OTEL_EXPORTER_OTLP_PROTOCOL</c>, <c>OTEL_SERVICE_NAME</c> ...). Without an endpoint nothing is exported. Possible secrets are
/// removed: URLs are cut to their host, and request paths are replaced by their route templates.
/// </summary>
public sealed class TelemetryExport : IDisposable
{
    private const string EndpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private const string DisabledVariable = "OTEL_SDK_DISABLED";
    private const string Client = "System.Net.Http";

    // Tags of http.client.request.duration and http.server.request.duration: methods, statuses, hosts and route templates.
    private static readonly string[] HttpMetrics = ["http.client.request.duration", "http.server.request.duration"];

    private readonly ResourceBuilder resource;
    private readonly MeterProvider meters;
    private readonly TracerProvider tracers;
    private ILoggerFactory? lines;

    private TelemetryExport(string service)
    {
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
        meters = Sdk.CreateMeterProviderBuilder()
            .SetResourceBuilder(resource)
            .AddMeter(TelemetryNames.Source, "System.Runtime", Client, "Microsoft.AspNetCore.Hosting")
            .AddView(instrument =>
                instrument.Meter.Name is Client or "Microsoft.AspNetCore.Hosting" && !HttpMetrics.Contains(instrument.Name)
                    ? MetricStreamConfiguration.Drop
                    : null
            )
            .AddOtlpExporter()
            .Build();
        tracers = Sdk.CreateTracerProviderBuilder()
            .SetResourceBuilder(resource)
            .AddSource(TelemetryNames.Source, Client)
            .AddProcessor(static _ => new UrlRedactor())
            .AddOtlpExporter()
            .Build();
    }

    /// <summary>Reads whether the environment enables telemetry; the problem describes invalid variables.</summary>
    public static (bool Wanted, string? Problem) Read(Func<string, string?> variable)
    {
        var text = variable(EndpointVariable);
        if (string.IsNullOrWhiteSpace(text) || (bool.TryParse(variable(DisabledVariable), out var disabled) && disabled))
        {
            return (false, null);
        }

        return Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
            ? (true, null)
            : (false, $"{EndpointVariable} is not an address: it must begin with http:// or https://, such as http://127.0.0.1:4318.");
    }

    /// <summary>Starts to collect and export. Dispose it at the end, which sends the remainder.</summary>
    /// <param name="service">Service name, unless OTEL_SERVICE_NAME states another.</param>
    public static TelemetryExport Start(string service) => new(service);

    /// <summary>Exports the log lines that the program writes.</summary>
    public void AddTo(ILoggingBuilder logging) =>
        logging.AddOpenTelemetry(options =>
        {
            options.IncludeFormattedMessage = true;
            options.SetResourceBuilder(resource);
            options.AddOtlpExporter();
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
    }
}
