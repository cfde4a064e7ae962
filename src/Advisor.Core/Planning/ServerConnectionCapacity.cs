using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Planning;

/// <summary>
/// Connections that app servers open to the service. They count against the connections of a unit, but the tables of the guides omit them:
/// 5,000 clients fill 5 units according to the guide, and need 6 with 15 server connections.
/// </summary>
/// <param name="PerServer">Connections per app server and hub.</param>
/// <param name="Total">Connections of all app servers at this size, for one hub.</param>
/// <param name="IsEnough">Whether the size has capacity for them in addition to the clients.</param>
/// <param name="Size">
/// Smallest size with capacity for clients and server connections, of the same SKU if possible; null if none has.
/// </param>
/// <param name="TotalThere">Server connections at that size, which may require more app servers; null if there is no such size.</param>
public sealed record ServerConnectionCapacity(int PerServer, int Total, bool IsEnough, Size? Size, int? TotalThere)
{
    /// <summary>Whether clients and server connections fit a size together.</summary>
    internal static bool Fits(PlanLoad load, Sku sku, int units, AppServerAdvice servers) =>
        load.Connections + servers.Connections <= (long)sku.ConnectionsPerUnit * units;

    /// <summary>Finds the smallest size with capacity for clients and server connections.</summary>
    /// <param name="at">Size of the plan.</param>
    /// <param name="sizes">Sizes that fit the load according to the guide, those of the plan's SKU first, ascending.</param>
    internal static ServerConnectionCapacity Find(
        PlanSizing sizing,
        PlanLoad load,
        (Sku Sku, int Units) at,
        AppServerAdvice servers,
        IEnumerable<(Sku Sku, int Units)> sizes
    )
    {
        var (perServer, total, fit) = (servers.ConnectionsPerServer, servers.Connections, Fits(load, at.Sku, at.Units, servers));
        if (fit)
        {
            return new(perServer, total, fit, new Size(at.Sku.Name, at.Units), total);
        }

        foreach (var (sku, units) in sizes.Where(size => size.Units > at.Units))
        {
            if (AppServerAdvice.Find(sizing, load, units) is { } there && Fits(load, sku, units, there))
            {
                return new(perServer, total, fit, new Size(sku.Name, units), there.Connections);
            }
        }

        return new(perServer, total, fit, null, null);
    }
}
