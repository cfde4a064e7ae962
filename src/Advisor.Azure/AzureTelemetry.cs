using System.Diagnostics.Metrics;
using Advisor.Service.Telemetry;

namespace Advisor.Azure;

/// <summary>Counts the calls to Resource Manager and Monitor.</summary>
internal static class AzureTelemetry
{
    private static readonly Meter Meter = new(TelemetryNames.Source);

    public static ApiCallMetric Calls { get; } = new(Meter);
}
