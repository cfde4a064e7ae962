using Advisor.Core.Metrics;

namespace Advisor.Core.Capacity;

/// <summary>
/// Finds the units in force in a past minute, which no metric reports: connections / (quota utilization x connections per unit), since the
/// quota is relative to the units of its minute. 4,210 connections at 84.2 % are 5 units of 1,000.
/// </summary>
public static class UnitsAtMinute
{
    // Azure rounds the percentage; farther from a step than this, the result is uncertain.
    private const double Tolerance = 0.02;

    // With fewer connections the rounded percentage is too coarse.
    private const double MinConnections = 50;

    // Below it the rounded percentage of a large size may match a size of another SKU.
    private const double MinPercentOfOtherSku = 5,
        MaxRounding = 0.5;

    /// <summary>Returns the step of the ladder that matches connections and quota utilization, from 50 connections on.</summary>
    /// <returns>Null when the SKU or a reading is missing, or no step is within 2 %.</returns>
    public static int? Find(Sku? sku, in MetricReadings readings) =>
        sku is not null && readings.ConnectionCount >= MinConnections
            ? Find(sku.Ladder, sku.ConnectionsPerUnit, readings.ConnectionCount, readings.ConnectionQuotaUtilization, Tolerance)
            : null;

    /// <summary>
    /// Returns the units of a past minute, of the present SKU or, where none of its steps matches, of another one: units are capacity,
    /// whatever they are units of.
    /// </summary>
    /// <inheritdoc cref="Find(Sku?, in MetricReadings)" path="/returns"/>
    public static int? FindOfAnySku(SkuCatalog catalog, Sku? sku, in MetricReadings readings) =>
        Find(sku, readings) ?? (sku is null ? null : FindOfOtherSku(catalog, sku, readings));

    /// <summary>
    /// Returns the units of a past minute in which another SKU was in force: the step of one that matches where none of the present SKU
    /// does, not even if the percentage was rounded to a whole one.
    /// </summary>
    public static int? FindOfOtherSku(SkuCatalog catalog, Sku sku, in MetricReadings readings)
    {
        if (
            !(readings.ConnectionQuotaUtilization >= MinPercentOfOtherSku)
            || Find(
                sku.Ladder,
                sku.ConnectionsPerUnit,
                readings.ConnectionCount,
                readings.ConnectionQuotaUtilization,
                Tolerance + (MaxRounding / readings.ConnectionQuotaUtilization.Value)
            )
                is not null
        )
        {
            return null;
        }

        foreach (var other in catalog.Skus)
        {
            if (other.ConnectionsPerUnit == sku.ConnectionsPerUnit && Find(other, readings) is { } units)
            {
                return units;
            }
        }

        return null;
    }

    /// <summary>Returns the step for any number of connections above 0, with a given tolerance, such as 0.04 for 4 %.</summary>
    /// <param name="quotaPercent">Connection quota utilization in percent.</param>
    public static int? Find(UnitLadder ladder, double connectionsPerUnit, double? connections, double? quotaPercent, double tolerance)
    {
        if (connections is not > 0 || quotaPercent is not > 0)
        {
            return null;
        }

        var units = connections.Value / (quotaPercent.Value / 100 * connectionsPerUnit);
        var above = ladder.FindIndexAtLeast(units);
        var step = above > 0 && units - ladder[above - 1] <= ladder[above] - units ? ladder[above - 1] : ladder[above];
        return Math.Abs((units / step) - 1) <= tolerance ? step : null;
    }
}
