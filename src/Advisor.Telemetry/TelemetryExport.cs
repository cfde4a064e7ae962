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
/// Sends traces, metrics and logs by OTLP while it lives, configured by the variables that every OpenTelemetry program knows
/// (<c>OTEL_EXPORTER_OTLP_ENDPOINT</c>, <c>OTEL_EXPORTER_OTLP_PROTOCOL</c>, <c>OTEL_SERVICE_NAME</c> ...). Without an endpoint nothing is
/// made. What could hold a secret does not leave: addresses are cut to their host, and paths of requests are sent as the templates that
/// they matched.
/// </summary>
public sealed class TelemetryExport : IDisposable
{
    private const string EndpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private const string DisabledVariable = "OTEL_SDK_DISABLED";
    private const string Client = "System.Net.Http";

    // Tags of http.client.request.duration and http.server.request.duration are methods, statuses, hosts and templates of routes.
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

    /// <summary>Whether the environment turns telemetry on; the problem says what is wrong with its variables.</summary>
    public static (bool Wanted, string? Problem) Read(Func<string, string?> variable)
    {
        var text = variable(EndpointVariable);
        if (string.IsNullOrWhiteSpace(text) || (bool.TryParse(variable(DisabledVariable), out var disabled) && disabled))
        {
            return (false, null);
        }

        return Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
            ? (true, null)
            : (false, $"{EndpointVariable} is no address: it begins with http:// or https://, such as http://127.0.0.1:4318.");
    }

    /// <summary>Starts to listen and to send. Dispose it at the end: what is left is sent then.</summary>
    /// <param name="service">The name of this program, where OTEL_SERVICE_NAME gives no other.</param>
    public static TelemetryExport Start(string service) => new(service);

    /// <summary>Sends log lines too. Lines are those that the program writes anyway.</summary>
    public void AddTo(ILoggingBuilder logging) =>
        logging.AddOpenTelemetry(options =>
        {
            options.IncludeFormattedMessage = true;
            options.SetResourceBuilder(resource);
            options.AddOtlpExporter();
        });

    /// <summary>Sends lines of a program that has no log of its own, beside whatever else is done with them.</summary>
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
