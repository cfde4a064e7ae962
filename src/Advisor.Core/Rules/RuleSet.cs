using Advisor.Core.Capacity;

namespace Advisor.Core.Rules;

/// <summary>All outside numbers, typed and checked once at the edge. Immutable and shared by every decision.</summary>
/// <param name="Tables">The capacity tables, one for each edition.</param>
/// <param name="Catalogs">The SKUs of each service.</param>
/// <param name="Policy">Lines, prices and guards.</param>
public sealed record RuleSet(IReadOnlyList<CapacityTable> Tables, IReadOnlyList<SkuCatalog> Catalogs, PolicyRules Policy)
{
    /// <summary>The conditions that teams are notified of.</summary>
    public AlertRules Alerts { get; init; } = AlertRules.None;

    /// <summary>The table of an edition by name, or of the service's current guide where <paramref name="edition"/> is null.</summary>
    /// <exception cref="ArgumentException">There is no such edition.</exception>
    public CapacityTable Table(ServiceKind service, string? edition = null)
    {
        var name = edition ?? (service == ServiceKind.SignalR ? "signalr" : "webpubsub");
        return Find(service, name) ?? throw new ArgumentException($"There is no capacity edition '{name}' for {service}.", nameof(edition));
    }

    /// <summary>
    /// The table of an edition by name; null where the service has none of that name. Asked for every observation: allocates nothing.
    /// </summary>
    public CapacityTable? Find(ServiceKind service, string edition)
    {
        for (var i = 0; i < Tables.Count; i++)
        {
            if (Tables[i].Service == service && string.Equals(Tables[i].Edition, edition, StringComparison.OrdinalIgnoreCase))
            {
                return Tables[i];
            }
        }

        return null;
    }

    /// <summary>The SKUs of a service.</summary>
    public SkuCatalog Catalog(ServiceKind service)
    {
        for (var i = 0; i < Catalogs.Count; i++)
        {
            if (Catalogs[i].Service == service)
            {
                return Catalogs[i];
            }
        }

        throw new ArgumentException($"The rules have no SKUs of {service}.", nameof(service));
    }
}
