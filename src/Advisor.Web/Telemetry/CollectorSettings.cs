using OpenTelemetry.Exporter;

namespace Advisor.Web.Telemetry;

/// <summary>The settings of OTLP that the exporter reads from the environment itself, tried before it is part of the program.</summary>
internal static class CollectorSettings
{
    private static readonly string[] CertificateVariables =
    [
        "OTEL_EXPORTER_OTLP_CERTIFICATE",
        "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE",
        "OTEL_EXPORTER_OTLP_CLIENT_KEY",
    ];

    /// <summary>Returns what the exporter does not accept, as one sentence that repeats no value; null when it starts.</summary>
    public static string? FindProblem()
    {
        var options = new OtlpExporterOptions();
        if (CanStart(options))
        {
            return null;
        }

        options.Headers = null;
        var certificates = CertificateVariables.Where(name => Environment.GetEnvironmentVariable(name) is { Length: > 0 });
        var problem =
            CanStart(options)
                ? $"{TelemetryTargets.HeadersVariable} is not NAME=VALUE, separated by commas, each name once, without a comma in a value."
            : certificates.Any() ? $"{string.Join(" or ", certificates)} is not a file with a certificate or key that can be read."
            : "The variables OTEL_EXPORTER_OTLP_... are not accepted.";
        return $"{problem} {TelemetryTargets.FormatWithout("OTLP")}";
    }

    // It throws what the readers of headers and certificate files throw.
    private static bool CanStart(OtlpExporterOptions options)
    {
        try
        {
            using var exporter = new OtlpTraceExporter(options);
            return true;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return false;
        }
    }
}
