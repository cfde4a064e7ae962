using System.Diagnostics.Metrics;
using Advisor.Service.Telemetry;

namespace Advisor.Service.Store;

/// <summary>Counts the calls to the table service.</summary>
internal static class StorageTelemetry
{
    private static readonly Meter Meter = new(TelemetryNames.Source);

    public static ApiCallMetric Calls { get; } = new(Meter);
}
