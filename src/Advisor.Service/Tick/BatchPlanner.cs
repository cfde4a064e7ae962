using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Tick;

/// <summary>
/// Splits a fleet into batches for one metrics call each: up to 50 resources of one subscription, region and type, in an order that depends
/// on the ids only.
/// </summary>
internal static class BatchPlanner
{
    /// <param name="quotas">Units that the regional quotas leave.</param>
    public static IReadOnlyList<EvaluationBatch> Plan(DateTimeOffset tick, FleetListing listing, RegionalQuotas quotas) =>
        [
            .. from resource in listing.Resources
            group resource by (
                Subscription: resource.SubscriptionId.ToLowerInvariant(),
                Region: resource.Region.ToLowerInvariant(),
                resource.Service
            ) into place
            orderby place.Key.Subscription, place.Key.Region, place.Key.Service
            let room = quotas.Find(place.Key.Subscription, place.Key.Region)
            from batch in place
                .Select(r => r.Id)
                .OrderBy(id => id, StringComparer.OrdinalIgnoreCase)
                .Chunk(ServiceOptions.MaxBatchSize)
                .Index()
            select new EvaluationBatch
            {
                Tick = tick,
                Name = CreateName(place.Key.Subscription, place.Key.Region, place.Key.Service, batch.Index),
                ResourceIds = batch.Item,
                RegionalUnitsLeft = room.Left,
                Quota = room.Quota,
                QuotaRefusedAt = room.RefusedAt,
            },
        ];

    /// <summary>Plans batches that only follow orphaned changes: their resources were deleted, or are out of scope by now.</summary>
    public static IEnumerable<EvaluationBatch> PlanOrphaned(DateTimeOffset tick, IEnumerable<string> resourceIds) =>
        resourceIds
            .OrderBy(id => id, StringComparer.OrdinalIgnoreCase)
            .Chunk(ServiceOptions.MaxBatchSize)
            .Select(
                (ids, i) =>
                    new EvaluationBatch
                    {
                        Tick = tick,
                        Name = $"{EvaluationBatch.Orphaned}/{i}",
                        ResourceIds = ids,
                    }
            );

    private static string CreateName(string subscription, string region, ServiceKind service, int number) =>
        $"{subscription}/{region}/{service}/{number}";
}
