using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using System.Text.RegularExpressions;

namespace Advisor.Web.Telemetry;

/// <summary>
/// Follows whether the exporters can send. They report it nowhere else, and Advisor goes on without it. The events have the texts of the
/// receiver too, of which only the status is read.
/// </summary>
internal sealed partial class ExportFailureListener(Uri? collector, ExportStatus azure, Action<string> warn) : EventListener
{
    private const string Otlp = "OpenTelemetry-Exporter-OpenTelemetryProtocol";
    private const string AzureMonitor = "OpenTelemetry-AzureMonitor-Exporter";

    // By host: each signal may have a collector of its own.
    private readonly ConcurrentDictionary<string, ExportStatus> collectors = new(StringComparer.Ordinal);

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Otlp)
        {
            EnableEvents(eventSource, EventLevel.Informational);
        }
        else if (eventSource.Name == AzureMonitor)
        {
            EnableEvents(eventSource, EventLevel.Warning);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        var address = eventData.Payload is [string first, ..] ? first : "";
        var otlp = FindCollector(address);
        switch (eventData.EventName)
        {
            case "FailedToTransmit":
                azure.Fail("");
                break;
            case "ExportMethodException":
                otlp.Fail("");
                break;
            case "FailedToReachCollector" or "TransientHttpError" or "RequestTimedOut":
                otlp.Fail(address);
                break;
            case "HttpRequestFailed" or "ExportFailure":
                if (FindStatus(eventData.Payload) is { } status)
                {
                    otlp.Refuse(address, status);
                }
                else
                {
                    otlp.Fail(address);
                }

                break;
            case "ExportSuccess":
                otlp.Succeed(address);
                break;
        }
    }

    private ExportStatus FindCollector(string address)
    {
        var at = Uri.TryCreate(address, UriKind.Absolute, out var stated) ? stated : collector;
        return collectors.GetOrAdd(
            $"{at?.Scheme}://{at?.Authority}",
            host => new ExportStatus(host, TelemetryTargets.HeadersVariable, warn)
        );
    }

    // The last value: of HTTP an exception, "... does not indicate success: 401 (Unauthorized)."; of gRPC a status,
    // "Status(StatusCode="Unauthenticated", Detail="...")".
    private static string? FindStatus(IReadOnlyList<object?>? payload) =>
        payload is [.., string text] && StatusPattern().Match(text) is { Success: true } match
            ? match.Groups["http"] is { Success: true } http
                ? $"HTTP {http.Value}"
                : $"gRPC {match.Groups["grpc"].Value}"
            : null;

    [GeneratedRegex("success: (?<http>[1-5][0-9]{2})|StatusCode=\"?(?<grpc>[A-Za-z]{2,20})", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex StatusPattern();
}
