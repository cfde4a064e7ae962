using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Sizes;

/// <summary>
/// Sizes that can be bought of each service in each region: those of the rules, or those that Azure states, read once a day for one
/// resource of each and kept in the state. Where they cannot be read, older ones stay in use, and without any those of the rules.
/// </summary>
/// <param name="store">Where they are kept between runs and processes; null = in this process.</param>
public sealed class SizeBook(RuleSet rules, ISizeSource source, LatestReadings<OfferedSizes>? store)
{
    /// <summary>Age from which sizes are read again: Azure changed them once in five years.</summary>
    public static readonly TimeSpan MaxAge = TimeSpan.FromDays(1);

    private static readonly TimeSpan CheckInterval = TimeSpan.FromHours(1);

    private readonly ConcurrentDictionary<(ServiceKind Service, string Region), Entry> entries = new();
    private DateTimeOffset? loadedAt;

    /// <summary>Sentences about sizes that are not those of the rules, or that Azure states and cannot be right.</summary>
    public IReadOnlyList<string> Notes =>
        [
            .. entries
                .OrderBy(entry => entry.Key.Service)
                .ThenBy(entry => entry.Key.Region, StringComparer.Ordinal)
                .SelectMany(entry => entry.Value.Sizes?.Describe(rules.GetCatalog(entry.Key.Service)) ?? []),
        ];

    /// <summary>Whether a resource has a size that the rules do not know, so that Azure sells others than they say.</summary>
    public bool HasUnknownSize(FleetResource resource) =>
        rules.GetCatalog(resource.Service).Find(resource.Sku) is { } sku && !sku.Ladder.Contains(resource.Units);

    /// <summary>
    /// Returns a resource whose settings have the sizes of its region, if Azure states others than the rules. The size that the resource
    /// has is always one of them, even if neither the rules nor Azure's answer has it.
    /// </summary>
    public FleetResource Apply(FleetResource resource)
    {
        var catalog = FindOffered(resource).WithSize(resource.Sku, resource.Units);
        return ReferenceEquals(catalog, rules.GetCatalog(resource.Service, resource.Settings))
            ? resource
            : resource with
            {
                Settings = resource.Settings with { Catalog = catalog },
            };
    }

    /// <summary>Returns a sentence if a resource has a size that neither the rules nor Azure's answer has; null otherwise.</summary>
    public string? DescribeAddedSize(FleetResource resource) => FindOffered(resource).DescribeAddedSize(resource.Sku, resource.Units);

    private SkuCatalog FindOffered(FleetResource resource) =>
        rules.GetCatalog(resource.Service, resource.Settings) is var catalog && entries.GetValueOrDefault(GetPlace(resource)) is { } entry
            ? entry.Apply(catalog)
            : catalog;

    /// <summary>Takes up what the state has, at most once an hour.</summary>
    public async Task LoadAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        if (store is null || (loadedAt is { } before && (now - before).Duration() < CheckInterval))
        {
            return;
        }

        foreach (var sizes in await store.ListAsync(cancellation))
        {
            var place = (sizes.Service, sizes.Region);
            if (entries.GetValueOrDefault(place)?.Sizes?.ReadAt is not { } known || known < sizes.ReadAt)
            {
                entries[place] = new Entry(sizes, sizes.ReadAt, 0);
            }
        }

        loadedAt = now;
    }

    /// <summary>
    /// Reads the sizes for these resources that are missing or a day old, with one call for each service and region; what could not be read
    /// is tried again an hour later, of another resource.
    /// </summary>
    public async Task RefreshAsync(IEnumerable<FleetResource> resources, DateTimeOffset now, CancellationToken cancellation)
    {
        await LoadAsync(now, cancellation);
        var places = resources.GroupBy(GetPlace).Where(place => IsDue(place.Key, now));
        await Task.WhenAll(places.Select(place => ReadAsync(place.Key, [.. place], now, cancellation)));
    }

    private async Task ReadAsync(
        (ServiceKind Service, string Region) place,
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var before = entries.GetValueOrDefault(place);
        var (failures, ids) = (before?.Failures ?? 0, resources.Select(resource => resource.Id).Order(StringComparer.OrdinalIgnoreCase));
        var asked = ids.ElementAt(failures % resources.Count);
        if (await source.ReadAsync(asked, cancellation) is not { } skus)
        {
            entries[place] = new Entry(before?.Sizes, now, failures + 1);
            return;
        }

        var sizes = new OfferedSizes(place.Service, place.Region, now) { Skus = skus };
        if (store is not null)
        {
            await store.SaveAsync(sizes, cancellation);
        }

        entries[place] = new Entry(sizes, now, 0);
    }

    private bool IsDue((ServiceKind, string) place, DateTimeOffset now) =>
        !entries.TryGetValue(place, out var entry)
        || ((entry.Sizes is null || now - entry.Sizes.ReadAt >= MaxAge) && (now - entry.TriedAt).Duration() >= CheckInterval);

    private static (ServiceKind Service, string Region) GetPlace(FleetResource resource) =>
        (resource.Service, resource.Region.ToLowerInvariant());

    /// <param name="Sizes">Newest reading; null when there was none.</param>
    /// <param name="TriedAt">Time of the last attempt to read.</param>
    /// <param name="Failures">Attempts in a row that failed.</param>
    private sealed record Entry(OfferedSizes? Sizes, DateTimeOffset TriedAt, int Failures)
    {
        private readonly ConditionalWeakTable<SkuCatalog, SkuCatalog> applied = [];

        public SkuCatalog Apply(SkuCatalog catalog) => Sizes is null ? catalog : applied.GetValue(catalog, Sizes.Apply);
    }
}
