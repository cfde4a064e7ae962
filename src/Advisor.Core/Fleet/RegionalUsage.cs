using Advisor.Core.Capacity;
using Advisor.Core.Rules;

namespace Advisor.Core.Fleet;

/// <summary>Units in use and unit quota of a subscription in a region.</summary>
/// <param name="Subscription">In lower case.</param>
/// <param name="Region">In lower case.</param>
/// <param name="Units">Units in use, as far as known.</param>
/// <param name="Quota">Limit and its source.</param>
/// <param name="IsComplete">Whether <paramref name="Units"/> counts every resource, so that it can be compared with the limit.</param>
public sealed record RegionalUsage(string Subscription, string Region, int Units, QuotaOrigin Quota, bool IsComplete)
{
    public int Limit => Quota.Limit;

    /// <summary>Units left in the quota, 0 or more; null if the use is not completely known.</summary>
    public int? Remaining => IsComplete ? Math.Max(0, Limit - Units) : null;

    /// <summary>Whether a listing contains every resource of its subscriptions.</summary>
    public static bool CoversSubscriptions(FleetScope scope, FleetListing listing) =>
        scope.ResourceGroups.Count == 0
        && scope.ResourceIds.Count == 0
        && scope.Tags.Count == 0
        && !listing.Failures.Any(FleetListing.MayHideResources);

    /// <summary>
    /// Computes the usage per subscription and region. It is complete where Azure's count was read, or where the scope excludes no resource
    /// and all could be listed. The limit is Azure's, otherwise the user's, otherwise the default of the rules.
    /// </summary>
    public static IReadOnlyList<RegionalUsage> Compute(FleetScope scope, FleetListing listing, RuleSet rules)
    {
        var isWhole = CoversSubscriptions(scope, listing);
        return
        [
            .. from resource in listing.Resources
            group resource by (
                Subscription: resource.SubscriptionId.ToLowerInvariant(),
                Region: resource.Region.ToLowerInvariant()
            ) into place
            orderby place.Key.Subscription, place.Key.Region
            let read = listing.Quotas.FirstOrDefault(quota =>
                quota.Subscription == place.Key.Subscription && quota.Region == place.Key.Region
            )
            let units = place.Sum(resource => resource.Units) + (read?.UnitsElsewhere ?? 0)
            select new RegionalUsage(
                place.Key.Subscription,
                place.Key.Region,
                units,
                FindQuota(read, place.First(), units, rules),
                isWhole || read is not null
            ),
        ];
    }

    /// <summary>Whether a resource counts towards this usage.</summary>
    public bool Includes(FleetResource resource) =>
        string.Equals(Subscription, resource.SubscriptionId, StringComparison.OrdinalIgnoreCase)
        && string.Equals(Region, resource.Region, StringComparison.OrdinalIgnoreCase);

    /// <summary>Finds the limit of a resource: Azure's, otherwise the user's, otherwise the default of the rules.</summary>
    /// <param name="read">Null = not read.</param>
    /// <param name="units">Units in use, as far as known.</param>
    public static QuotaOrigin FindQuota(ReportedQuota? read, FleetResource resource, int units, RuleSet rules) =>
        read is not null ? new(read.Limit, QuotaSource.Azure, read.ReadAt)
        : rules.FindQuota(resource.SubscriptionId, resource.Region) is { } stated ? new(stated.Units, QuotaSource.File)
        : new(rules.GetCatalog(resource.Service).FindUnitQuota(units), QuotaSource.Default);
}
