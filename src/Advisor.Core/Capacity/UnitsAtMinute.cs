namespace Advisor.Core.Capacity;

/// <summary>
/// The units that were in force in a past minute, which no metric says outright: connections / (quota utilization x connections of a unit),
/// since the quota is relative to the units of its minute. 4,210 connections at 84.2 % are 5 units of 1,000.
/// </summary>
public static class UnitsAtMinute
{
    // Azure rounds the percentage; farther from a whole step it says nothing certain.
    private const double Tolerance = 0.02;

    // Fewer connections are too few for a percentage that is rounded.
    private const double MinConnections = 50;

    /// <summary>The step of the ladder that connections and their share of the quota show, of 50 connections or more.</summary>
    /// <param name="quotaPercent">Connection quota utilization in percent.</param>
    /// <returns>Null where the SKU or a reading is missing, or shows no step within 2 %.</returns>
    public static int? Find(Sku? sku, double? connections, double? quotaPercent) =>
        sku is not null && connections >= MinConnections
            ? Find(sku.Ladder, sku.ConnectionsPerUnit, connections, quotaPercent, Tolerance)
            : null;

    /// <summary>The same of however few connections, at a tolerance of the caller's, such as 0.04 for 4 %.</summary>
    public static int? Find(UnitLadder ladder, double connectionsPerUnit, double? connections, double? quotaPercent, double tolerance)
    {
        if (connections is not > 0 || quotaPercent is not > 0)
        {
            return null;
        }

        var units = connections.Value / (quotaPercent.Value / 100 * connectionsPerUnit);
        var step = ladder.Steps.MinBy(s => Math.Abs(s - units));
        return Math.Abs((units / step) - 1) <= tolerance ? step : null;
    }
}
