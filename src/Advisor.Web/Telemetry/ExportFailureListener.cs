using System.Collections.Concurrent;
using System.Diagnostics.Tracing;

namespace Advisor.Web.Telemetry;

/// <summary>
/// Says once per target that telemetry cannot be sent. The exporters report it nowhere else, and Advisor goes on without it.
/// </summary>
/// <param name="warn">Called with one sentence, which has no text of the receiver; from any thread.</param>
internal sealed class ExportFailureListener(Uri? collector, Action<string> warn) : EventListener
{
    private const string Otlp = "OpenTelemetry-Exporter-OpenTelemetryProtocol";
    private const string AzureMonitor = "OpenTelemetry-AzureMonitor-Exporter";

    private readonly ConcurrentDictionary<string, bool> warned = new(StringComparer.Ordinal);

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name is Otlp or AzureMonitor)
        {
            EnableEvents(eventSource, EventLevel.Warning);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        var target = eventData.EventSource.Name == Otlp ? $"{collector?.Scheme}://{collector?.Authority}" : "Application Insights";
        var isFailure =
            eventData.EventName is "FailedToReachCollector" or "TransientHttpError" or "ExportMethodException" or "FailedToTransmit";
        if (isFailure && warned.TryAdd(eventData.EventSource.Name, true))
        {
            warn(
                $"Telemetry cannot be sent to {target}; check the address, and whether it can be reached from here. "
                    + "Advisor goes on without."
            );
        }
    }
}
