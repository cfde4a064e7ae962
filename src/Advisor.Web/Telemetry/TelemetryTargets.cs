namespace Advisor.Web.Telemetry;

/// <summary>Where telemetry goes, read from the environment.</summary>
/// <param name="Collector">Collectors of OTLP; null = none.</param>
/// <param name="ConnectionString">Connection string of Application Insights; null = none.</param>
/// <param name="Problem">Invalid variable that ends the start, as one sentence; null = none.</param>
/// <param name="Warnings">Variables that are not heeded, and targets that are left out, a sentence each without any value.</param>
public sealed record TelemetryTargets(
    CollectorAddresses? Collector,
    string? ConnectionString,
    string? Problem,
    IReadOnlyList<string> Warnings
)
{
    internal const string HeadersVariable = "OTEL_EXPORTER_OTLP_HEADERS";
    internal const string AzureVariable = "APPLICATIONINSIGHTS_CONNECTION_STRING";

    // Of all signals, and of one.
    private static readonly string[] EndpointVariables =
    [
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
        "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT",
    ];

    private const string ProtocolVariable = "OTEL_EXPORTER_OTLP_PROTOCOL";
    private const string DisabledVariable = "OTEL_SDK_DISABLED";

    private static readonly TelemetryTargets None = new(null, null, null, []);

    /// <summary>Whether anything is exported.</summary>
    public bool IsWanted => Collector is not null || ConnectionString is not null;

    /// <summary>Reads the variables.</summary>
    /// <param name="toAzure">Whether Application Insights is a target; not where the Functions host already reports to it.</param>
    public static TelemetryTargets Read(Func<string, string?> variable, bool toAzure = true)
    {
        if (bool.TryParse(variable(DisabledVariable), out var disabled) && disabled)
        {
            return None;
        }

        var azure = toAzure ? variable(AzureVariable) : null;
        Uri?[] addresses = [.. EndpointVariables.Select(name => variable(name) is { } text ? ParseAddress(text) : null)];
        if (
            EndpointVariables.Where((name, i) => addresses[i] is null && !string.IsNullOrWhiteSpace(variable(name))).FirstOrDefault() is
            { } bad
        )
        {
            return None with
            {
                Problem = $"{bad} is not an address: it must begin with http:// or https://, such as http://127.0.0.1:4318.",
            };
        }

        var known = new CollectorAddresses(addresses[0], addresses[1], addresses[2], addresses[3]);
        var collector = known.First is null ? null : known;
        var warnings = new List<string>();
        if (collector is not null && UnresolvedSecret.FindProblem(HeadersVariable, variable(HeadersVariable)) is { } noHeaders)
        {
            warnings.Add($"{noHeaders} {FormatWithout("OTLP")}");
            collector = null;
        }

        if (UnresolvedSecret.FindProblem(AzureVariable, azure) is { } noAzure)
        {
            warnings.Add($"{noAzure} {FormatWithout("Application Insights")}");
            azure = null;
        }

        if (!string.IsNullOrWhiteSpace(azure) && !IsConnectionString(azure))
        {
            return None with
            {
                Problem = $"{AzureVariable} is not a connection string: copy it from the overview of the Application Insights resource.",
            };
        }

        if (collector is not null && variable(ProtocolVariable) is { Length: > 0 } and not ("grpc" or "http/protobuf"))
        {
            warnings.Add($"{ProtocolVariable} is neither grpc nor http/protobuf; telemetry is sent as grpc.");
        }

        return new TelemetryTargets(collector, string.IsNullOrWhiteSpace(azure) ? null : azure, null, warnings);
    }

    internal static string FormatWithout(string target) => $"Advisor goes on without {target}.";

    private static Uri? ParseAddress(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https" ? url : null;

    private static bool IsConnectionString(string text)
    {
        var parts = text.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(part => part.Split('=', 2))
            .ToLookup(part => part[0], part => part.Length == 2 ? part[1] : "", StringComparer.OrdinalIgnoreCase);
        return parts["InstrumentationKey"].Any(key => key.Length > 0)
            && parts["IngestionEndpoint"].All(url => ParseAddress(url) is not null);
    }
}
