using Advisor.Core.Capacity;
using Advisor.Core.Rules;

namespace Advisor.Core.Planning;

/// <summary>
/// The connections that app servers open to the service. They count against what a unit holds, and the tables of the guides leave them out:
/// 5,000 clients fill
/// 5 units by the guide, and need 6 with 15 server connections.
/// </summary>
/// <param name="PerServer">Connections that each app server opens for each hub.</param>
/// <param name="Total">Of all app servers at this size, for one hub.</param>
/// <param name="IsEnough">Whether the size has room for them beside the clients.</param>
/// <param name="Sku">The SKU that has room for clients and server connections: the same one where it can; null where none has.</param>
/// <param name="Units">The smallest size of it that has room; null where none has.</param>
/// <param name="TotalThere">Server connections at that size, where more app servers may run; null where there is none.</param>
public sealed record ServerConnectionCapacity(int PerServer, int Total, bool IsEnough, string? Sku, int? Units, int? TotalThere)
{
    /// <summary>Whether clients and server connections fit a size together.</summary>
    internal static bool Fits(PlanLoad load, Sku sku, int units, AppServerAdvice servers) =>
        load.Connections + Count(servers) <= (long)sku.ConnectionsPerUnit * units;

    /// <param name="at">The size of the plan.</param>
    /// <param name="sizes">The sizes that hold the load by the guide, those of the plan's SKU first, ascending.</param>
    internal static ServerConnectionCapacity Find(
        RuleSet rules,
        CapacityTable table,
        PlanRequest request,
        PlanLoad load,
        (Sku Sku, int Units) at,
        AppServerAdvice servers,
        IEnumerable<(Sku Sku, int Units)> sizes
    )
    {
        var (perServer, total, fit) = (servers.ConnectionsPerServer, Count(servers), Fits(load, at.Sku, at.Units, servers));
        if (fit)
        {
            return new(perServer, total, fit, at.Sku.Name, at.Units, total);
        }

        foreach (var (sku, units) in sizes.Where(size => size.Units > at.Units))
        {
            if (AppServerAdvice.Find(rules, table, request, load, units) is { } there && Fits(load, sku, units, there))
            {
                return new(perServer, total, fit, sku.Name, units, Count(there));
            }
        }

        return new(perServer, total, fit, null, null, null);
    }

    private static int Count(AppServerAdvice servers) => servers.AppServers * servers.ConnectionsPerServer;
}
