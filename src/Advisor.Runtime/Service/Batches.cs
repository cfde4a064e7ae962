using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Runtime.Fleet;

namespace Advisor.Runtime.Service;

/// <summary>Splits a fleet into what one metrics call takes: up to 50 resources of one subscription, region and type, in an order that only the ids decide.</summary>
internal static class Batches
{
    /// <param name="rooms">What the quotas have left.</param>
    public static IReadOnlyList<SweepJob> Of(DateTimeOffset tick, FleetListing listing, RegionalRoom rooms) =>
    [
        .. from resource in listing.Resources
           group resource by (Subscription: resource.SubscriptionId.ToLowerInvariant(), Region: resource.Region.ToLowerInvariant(), resource.Service) into place
           orderby place.Key.Subscription, place.Key.Region, place.Key.Service
           let room = rooms.Of(place.Key.Subscription, place.Key.Region)
           from batch in place.Select(r => r.Id).OrderBy(id => id, StringComparer.OrdinalIgnoreCase).Chunk(ServiceOptions.MostOfBatch).Index()
           select new SweepJob
           {
               Tick = tick,
               Shard = ShardOf(place.Key.Subscription, place.Key.Region, place.Key.Service, batch.Index),
               ResourceIds = batch.Item,
               Service = place.Key.Service,
               RegionalUnitsLeft = room.Left,
               QuotaRefusedAt = room.RefusedAt,
           },
    ];

    /// <summary>Batches that only follow orphaned changes: their resources were deleted, or are out of scope by now.</summary>
    public static IEnumerable<SweepJob> OfOrphans(DateTimeOffset tick, IEnumerable<string> resourceIds) =>
        resourceIds.OrderBy(id => id, StringComparer.OrdinalIgnoreCase).Chunk(ServiceOptions.MostOfBatch).Select((ids, i) => new SweepJob
        {
            Tick = tick,
            Shard = string.Create(CultureInfo.InvariantCulture, $"{SweepJob.Orphans}/{i}"),
            ResourceIds = ids,
        });

    private static string ShardOf(string subscription, string region, ServiceKind service, int number) =>
        string.Create(CultureInfo.InvariantCulture, $"{subscription}/{region}/{service}/{number}");
}
