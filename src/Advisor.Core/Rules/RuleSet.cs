using Advisor.Core.Capacity;

namespace Advisor.Core.Rules;

/// <summary>All outside numbers, typed and checked once at the edge. Immutable and shared by every decision.</summary>
/// <param name="Tables">The capacity tables, one for each edition.</param>
/// <param name="Catalogs">The SKUs of each service.</param>
/// <param name="Policy">Lines, prices and guards.</param>
public sealed record RuleSet(
    IReadOnlyList<CapacityTable> Tables,
    IReadOnlyList<SkuCatalog> Catalogs,
    PolicyRules Policy)
{
    /// <summary>The table of an edition by name, or of the service's current guide where <paramref name="edition"/> is null.</summary>
    /// <exception cref="ArgumentException">There is no such edition.</exception>
    public CapacityTable Table(ServiceKind service, string? edition = null)
    {
        var name = edition ?? (service == ServiceKind.SignalR ? "signalr" : "webpubsub");
        return Tables.FirstOrDefault(t => t.Service == service && string.Equals(t.Edition, name, StringComparison.OrdinalIgnoreCase))
            ?? throw new ArgumentException($"There is no capacity edition '{name}' for {service}.", nameof(edition));
    }

    /// <summary>The SKUs of a service.</summary>
    public SkuCatalog Catalog(ServiceKind service) => Catalogs.First(c => c.Service == service);
}
