using Advisor.Core.Rules;

namespace Advisor.Core.Fleet;

/// <summary>Units in use and unit quota of a subscription in a region.</summary>
/// <param name="Subscription">In lower case.</param>
/// <param name="Region">In lower case.</param>
public sealed record RegionalUsage(string Subscription, string Region, int Units, int Limit)
{
    /// <summary>Units left in the quota, 0 or more.</summary>
    public int Remaining => Math.Max(0, Limit - Units);

    /// <summary>
    /// Computes the usage per subscription and region. Null when the scope excludes resources or some could not be listed, since the quota
    /// counts all units of a subscription and region.
    /// </summary>
    public static IReadOnlyList<RegionalUsage>? Compute(FleetScope scope, FleetListing listing, RuleSet rules) =>
        CoversSubscriptions(scope, listing) ? ComputeListed(listing.Resources, rules) : null;

    /// <summary>Whether a listing contains every resource of its subscriptions.</summary>
    public static bool CoversSubscriptions(FleetScope scope, FleetListing listing) =>
        scope.ResourceGroups.Count == 0
        && scope.ResourceIds.Count == 0
        && scope.Tags.Count == 0
        && !listing.Failures.Any(FleetListing.MayHideResources);

    /// <summary>Computes the usage by the given resources alone; equal to the total only if they are all resources.</summary>
    public static IReadOnlyList<RegionalUsage> ComputeListed(IEnumerable<FleetResource> resources, RuleSet rules) =>
        [
            .. from resource in resources
            group resource by (
                Subscription: resource.SubscriptionId.ToLowerInvariant(),
                Region: resource.Region.ToLowerInvariant()
            ) into place
            orderby place.Key.Subscription, place.Key.Region
            select new RegionalUsage(
                place.Key.Subscription,
                place.Key.Region,
                place.Sum(r => r.Units),
                rules.GetCatalog(place.First().Service).RegionalUnitQuota
            ),
        ];

    /// <summary>Whether a resource counts towards this usage.</summary>
    public bool Includes(FleetResource resource) =>
        string.Equals(Subscription, resource.SubscriptionId, StringComparison.OrdinalIgnoreCase)
        && string.Equals(Region, resource.Region, StringComparison.OrdinalIgnoreCase);
}
