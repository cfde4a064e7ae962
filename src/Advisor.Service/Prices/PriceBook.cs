using System.Collections.Concurrent;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Prices;

/// <summary>
/// Prices of each service and region: those of the rules, or, where the configuration asks for retail prices, those that Azure states, read
/// once a week and kept in the state. Where they cannot be read, older ones stay in use, and without any the list prices, which say so.
/// </summary>
/// <param name="source">Where retail prices are read; null = nowhere: only stored ones are used.</param>
/// <param name="store">Where they are kept between runs and processes; null = in this process.</param>
public sealed class PriceBook(RuleSet rules, IPriceSource? source, LatestReadings<RetailPrices>? store)
{
    /// <summary>Age from which prices are read again: Azure's change a few times a year.</summary>
    public static readonly TimeSpan MaxAge = TimeSpan.FromDays(7);

    private static readonly TimeSpan CheckInterval = TimeSpan.FromHours(1);

    private readonly ConcurrentDictionary<(ServiceKind Service, string Region), Entry> entries = new();
    private readonly IReadOnlyDictionary<ServiceKind, SkuCatalog> unread = rules.Catalogs.ToDictionary(
        catalog => catalog.Service,
        catalog => RetailPrices.Explain(catalog, "retail prices are not read yet")
    );
    private DateTimeOffset? loadedAt;

    /// <summary>Whether retail prices are asked for.</summary>
    public bool IsRetail => rules.Prices.Source == PriceSource.Retail;

    /// <summary>Sentences about prices that could not be read, or match no SKU, one for each cause; empty when there are none.</summary>
    public IReadOnlyList<string> Problems =>
        [
            .. entries
                .OrderBy(entry => entry.Key.Service)
                .ThenBy(entry => entry.Key.Region, StringComparer.Ordinal)
                .Where(entry => entry.Value.Problem is not null)
                .GroupBy(entry => entry.Value.Problem!.Value.Cause, StringComparer.Ordinal)
                .Select(group =>
                    $"{group.Key} ({string.Join(", ", group.Select(entry => $"{entry.Key.Service} in {entry.Key.Region}"))}): "
                    + group.First().Value.Problem!.Value.Text
                ),
        ];

    /// <summary>Returns the SKUs of a service with the prices of a region; null = those of the rules.</summary>
    public SkuCatalog? FindCatalog(ServiceKind service, string region) =>
        !IsRetail ? null
        : entries.TryGetValue((service, region.ToLowerInvariant()), out var entry) ? entry.Catalog
        : unread[service];

    /// <summary>Returns a resource whose settings have the prices of its region.</summary>
    public FleetResource Apply(FleetResource resource) =>
        FindCatalog(resource.Service, resource.Region) is { } catalog
            ? resource with
            {
                Settings = resource.Settings with { Catalog = catalog },
            }
            : resource;

    /// <summary>Lists the stored prices in a currency, by service and region.</summary>
    public static async Task<IReadOnlyList<RetailPrices>> ListAsync(
        LatestReadings<RetailPrices> store,
        string currency,
        CancellationToken cancellation
    ) =>
        [
            .. (await store.ListAsync(cancellation))
                .Where(prices => prices.Currency == currency)
                .OrderBy(prices => prices.Service)
                .ThenBy(prices => prices.Region, StringComparer.Ordinal),
        ];

    /// <summary>Takes up what the state has, at most once an hour; does nothing without retail prices.</summary>
    public async Task LoadAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        if (!IsRetail || store is null || (loadedAt is { } before && (now - before).Duration() < CheckInterval))
        {
            return;
        }

        foreach (var prices in await ListAsync(store, rules.Prices.Currency, cancellation))
        {
            if (entries.GetValueOrDefault((prices.Service, prices.Region))?.Prices?.ReadAt is not { } known || known < prices.ReadAt)
            {
                Keep(prices, prices.ReadAt);
            }
        }

        loadedAt = now;
    }

    /// <summary>
    /// Reads the prices of these resources that are missing or a week old, and keeps them; what could not be read is tried again an hour
    /// later. Does nothing without retail prices.
    /// </summary>
    public async Task RefreshAsync(IEnumerable<FleetResource> resources, DateTimeOffset now, CancellationToken cancellation)
    {
        await LoadAsync(now, cancellation);
        var places = resources.Select(resource => (resource.Service, resource.Region.ToLowerInvariant())).Distinct();
        await Task.WhenAll((IsRetail ? places : []).Where(place => IsDue(place, now)).Select(place => ReadAsync(place, now, cancellation)));
    }

    /// <summary>Reads the prices of a place now, whatever their age.</summary>
    /// <param name="place">Service, and region in lower case.</param>
    /// <returns>The prices; null with the failure when they could not be read.</returns>
    public async Task<(RetailPrices? Prices, FleetFailure? Failure)> ReadAsync(
        (ServiceKind Service, string Region) place,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (source is null)
        {
            return (null, null);
        }

        var (meters, failure) = await source.ReadAsync(place.Service, place.Region, rules.Prices.Currency, cancellation);
        if (failure is not null)
        {
            KeepFailure(place, failure, now);
            return (null, failure);
        }

        var prices = RetailMeterMatch.Match(rules.GetCatalog(place.Service), meters, place.Region, rules.Prices.Currency, now);
        if (store is not null)
        {
            await store.SaveAsync(prices, cancellation);
        }

        Keep(prices, now);
        return (prices, null);
    }

    private bool IsDue((ServiceKind, string) place, DateTimeOffset now) =>
        !entries.TryGetValue(place, out var entry)
        || ((entry.Prices is null || now - entry.Prices.ReadAt >= MaxAge) && (now - entry.TriedAt).Duration() >= CheckInterval);

    private void Keep(RetailPrices prices, DateTimeOffset at) =>
        entries[(prices.Service, prices.Region)] = new(
            prices,
            prices.Apply(rules.GetCatalog(prices.Service), rules.Prices),
            at,
            prices.HasAnyPrice()
                ? null
                : (
                    "List prices are used",
                    "Azure states no price that matches a SKU; 'advisor prices show --state STATE' lists its meters."
                )
        );

    private void KeepFailure((ServiceKind Service, string Region) place, FleetFailure failure, DateTimeOffset now)
    {
        var before = entries.GetValueOrDefault(place)?.Prices;
        entries[place] = new(
            before,
            before?.Apply(rules.GetCatalog(place.Service), rules.Prices)
                ?? RetailPrices.Explain(rules.GetCatalog(place.Service), "retail prices could not be read"),
            now,
            (
                before is null
                    ? "Retail prices could not be read, list prices are used"
                    : $"Retail prices could not be read, those of {before.ReadAt.UtcDateTime:yyyy-MM-dd} stay in use",
                failure.Text
            )
        );
    }

    /// <param name="Prices">Newest reading; null when there was none.</param>
    /// <param name="TriedAt">Time of the last attempt to read.</param>
    /// <param name="Problem">What is to be said of the prices, in general and of this place; null = nothing.</param>
    private sealed record Entry(RetailPrices? Prices, SkuCatalog Catalog, DateTimeOffset TriedAt, (string Cause, string Text)? Problem);
}
