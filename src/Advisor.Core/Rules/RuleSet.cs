using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Settings;

namespace Advisor.Core.Rules;

/// <summary>Rules: all external figures, typed and validated when they are loaded. Immutable and shared by all decisions.</summary>
/// <param name="Tables">Capacity tables, one per edition.</param>
/// <param name="Catalogs">SKUs of each service.</param>
/// <param name="Policy">Limits, prices and guards of the policy.</param>
public sealed record RuleSet(IReadOnlyList<CapacityTable> Tables, IReadOnlyList<SkuCatalog> Catalogs, PolicyRules Policy)
{
    /// <summary>Alert conditions.</summary>
    public AlertRules Alerts
    {
        get => DeferredAlerts.Value;
        init => DeferredAlerts = new(value);
    }

    /// <summary><see cref="Alerts"/>, which may be read on first use only.</summary>
    public Lazy<AlertRules> DeferredAlerts { get; init; } = new(AlertRules.None);

    /// <summary>Unit quotas that the user states; a later entry overrides an earlier one.</summary>
    public IReadOnlyList<QuotaEntry> Quotas { get; init; } = [];

    /// <summary>Returns the quota that the user states for a region; null where none is stated.</summary>
    /// <param name="subscription">Null = not known: an entry of one subscription does not apply.</param>
    /// <param name="region">Null = not known: an entry of one region does not apply.</param>
    public QuotaEntry? FindQuota(string? subscription, string? region) =>
        Quotas.LastOrDefault(entry => entry.Matches(subscription, region));

    /// <summary>Prices that the user asks for. The prices of <see cref="Catalogs"/> are list prices or the user's.</summary>
    public PriceSettings Prices { get; init; } = PriceSettings.Default;

    /// <summary>Rules used by decisions, by id, for display; parsed on first use.</summary>
    public Lazy<IReadOnlyList<RuleEntry>> Entries { get; init; } = new(() => []);

    /// <summary>Returns the table of an edition by name, or of the service's current guide if <paramref name="edition"/> is null.</summary>
    /// <exception cref="ArgumentException">There is no such edition.</exception>
    public CapacityTable GetTable(ServiceKind service, string? edition = null)
    {
        var name = edition ?? (service == ServiceKind.SignalR ? "signalr" : "webpubsub");
        return Find(service, name) ?? throw new ArgumentException($"There is no capacity edition '{name}' for {service}.", nameof(edition));
    }

    /// <summary>
    /// Returns the table of an edition by name; null if the service has none. Called for every observation: allocates nothing.
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

    /// <summary>Returns the SKUs of the service of a resource, with the prices of its region where its settings have them.</summary>
    public SkuCatalog GetCatalog(ServiceKind service, ResourceSettings? settings) =>
        settings?.Catalog is { } catalog && catalog.Service == service ? catalog : GetCatalog(service);

    /// <summary>Returns the SKUs of a service.</summary>
    public SkuCatalog GetCatalog(ServiceKind service)
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
