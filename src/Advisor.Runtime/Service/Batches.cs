using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Rules;
using Advisor.Runtime.Fleet;

namespace Advisor.Runtime.Service;

/// <summary>Splits a fleet into what one metrics call takes: up to 50 resources of one subscription, region and type, in an order that only the ids decide.</summary>
internal static class Batches
{
    /// <summary>The shard of changes whose resources no batch has: deleted, or out of scope by now.</summary>
    public const string Strays = "strays";

    public static IReadOnlyList<SweepJob> Of(DateTimeOffset tick, FleetListing listing, FleetScope scope, RuleSet rules) =>
    [
        .. from resource in listing.Resources
           group resource by (Subscription: resource.SubscriptionId.ToLowerInvariant(), Region: resource.Region.ToLowerInvariant(), resource.Service) into place
           orderby place.Key.Subscription, place.Key.Region, place.Key.Service
           let left = UnitsLeft(place.Key.Subscription, place.Key.Region, listing, scope, rules)
           from batch in place.Select(r => r.Id).OrderBy(id => id, StringComparer.OrdinalIgnoreCase).Chunk(ServiceOptions.MostOfBatch).Index()
           select new SweepJob
           {
               Tick = tick,
               Shard = ShardOf(place.Key.Subscription, place.Key.Region, place.Key.Service, batch.Index),
               ResourceIds = batch.Item,
               Service = place.Key.Service,
               RegionalUnitsLeft = left,
           },
    ];

    /// <summary>Batches that only follow changes under way.</summary>
    public static IEnumerable<SweepJob> OfStrays(DateTimeOffset tick, IEnumerable<string> resourceIds) =>
        resourceIds.OrderBy(id => id, StringComparer.OrdinalIgnoreCase).Chunk(ServiceOptions.MostOfBatch).Select((ids, i) => new SweepJob
        {
            Tick = tick,
            Shard = string.Create(CultureInfo.InvariantCulture, $"{Strays}/{i}"),
            ResourceIds = ids,
        });

    private static string ShardOf(string subscription, string region, ServiceKind service, int number) =>
        string.Create(CultureInfo.InvariantCulture, $"{subscription}/{region}/{service}/{number}");

    // The quota counts all units of subscription and region; where the scope leaves resources out, what they use is unknown.
    private static int? UnitsLeft(string subscription, string region, FleetListing listing, FleetScope scope, RuleSet rules)
    {
        if (scope.ResourceGroups.Count > 0 || scope.ResourceIds.Count > 0 || scope.Tags.Count > 0 || listing.Failures.Count > 0)
        {
            return null;
        }

        var there = listing.Resources
            .Where(r => string.Equals(r.SubscriptionId, subscription, StringComparison.OrdinalIgnoreCase) && string.Equals(r.Region, region, StringComparison.OrdinalIgnoreCase))
            .ToList();
        return Math.Max(0, rules.Catalog(there[0].Service).RegionalUnitQuota - there.Sum(r => r.Units));
    }
}
