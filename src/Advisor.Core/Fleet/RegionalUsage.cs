using Advisor.Core.Rules;

namespace Advisor.Core.Fleet;

/// <summary>How many units a subscription has in a region, of those that it is allowed.</summary>
/// <param name="Subscription">In lower case.</param>
/// <param name="Region">In lower case.</param>
public sealed record RegionalUsage(string Subscription, string Region, int Units, int Limit)
{
    /// <summary>0 or more.</summary>
    public int Remaining => Math.Max(0, Limit - Units);

    /// <summary>
    /// The quota counts all units of a subscription and region. Where the scope leaves resources out, or some could not be listed, what
    /// they use is unknown: null then.
    /// </summary>
    public static IReadOnlyList<RegionalUsage>? Compute(FleetScope scope, FleetListing listing, RuleSet rules) =>
        CoversSubscriptions(scope, listing) ? ComputeListed(listing.Resources, rules) : null;

    /// <summary>Whether a listing has every resource of its subscriptions.</summary>
    public static bool CoversSubscriptions(FleetScope scope, FleetListing listing) =>
        scope.ResourceGroups.Count == 0
        && scope.ResourceIds.Count == 0
        && scope.Tags.Count == 0
        && !listing.Failures.Any(FleetListing.HidesResources);

    /// <summary>What the given resources use: all of it, or a part, as they are all resources or some.</summary>
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
                rules.Catalog(place.First().Service).RegionalUnitQuota
            ),
        ];

    /// <summary>Whether a resource counts here.</summary>
    public bool Includes(FleetResource resource) =>
        string.Equals(Subscription, resource.SubscriptionId, StringComparison.OrdinalIgnoreCase)
        && string.Equals(Region, resource.Region, StringComparison.OrdinalIgnoreCase);
}
