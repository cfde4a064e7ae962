using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Runtime.Evaluation;

/// <summary>
/// The units that were in force in a past minute, which no metric says outright: connections / (quota utilization x connections of a unit),
/// since the quota is relative to the units of its minute. 4,210 connections at 84.2 % are 5 units of 1,000.
/// </summary>
internal static class SizeOfMinute
{
    // Azure rounds the percentage; with fewer connections, or farther from a whole step, it says nothing sure.
    private const double LeastConnections = 50;
    private const double Tolerance = 0.02;

    /// <summary>The step of the ladder that the readings tell; the units in force now where they tell none.</summary>
    public static int Of(Sku? sku, in MetricReadings readings, int unitsNow)
    {
        if (sku is null || readings is not { ConnectionCount: >= LeastConnections and var connections, ConnectionQuotaUtilization: > 0 and var percent })
        {
            return unitsNow;
        }

        var units = connections / (percent / 100 * sku.ConnectionsPerUnit);
        var step = sku.Ladder.Steps.MinBy(s => Math.Abs(s - units));
        return Math.Abs(units / step - 1) <= Tolerance ? step : unitsNow;
    }
}
