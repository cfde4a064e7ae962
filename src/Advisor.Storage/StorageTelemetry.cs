using System.Diagnostics.Metrics;
using Advisor.State.Telemetry;

namespace Advisor.Storage;

/// <summary>Counts the calls to the table service.</summary>
internal static class StorageTelemetry
{
    private static readonly Meter Meter = new(TelemetryNames.Source);

    public static ApiCallMetric Calls { get; } = new(Meter);
}
