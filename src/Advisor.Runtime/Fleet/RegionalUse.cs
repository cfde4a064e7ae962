using Advisor.Core.Rules;

namespace Advisor.Runtime.Fleet;

/// <summary>How many units a subscription has in a region, of those that it is allowed.</summary>
/// <param name="Subscription">In lower case.</param>
/// <param name="Region">In lower case.</param>
public sealed record RegionalUse(string Subscription, string Region, int Units, int Limit)
{
    /// <summary>0 or more.</summary>
    public int Left => Math.Max(0, Limit - Units);

    /// <summary>
    /// The quota counts all units of a subscription and region. Where the scope leaves resources out, or some could not be listed, what they use is unknown:
    /// null then.
    /// </summary>
    public static IReadOnlyList<RegionalUse>? Of(FleetScope scope, FleetListing listing, RuleSet rules) =>
        scope.ResourceGroups.Count > 0 || scope.ResourceIds.Count > 0 || scope.Tags.Count > 0 || listing.Failures.Any(FleetListing.HidesResources)
            ? null
            :
            [
                .. from resource in listing.Resources
                   group resource by (Subscription: resource.SubscriptionId.ToLowerInvariant(), Region: resource.Region.ToLowerInvariant()) into place
                   orderby place.Key.Subscription, place.Key.Region
                   select new RegionalUse(
                       place.Key.Subscription, place.Key.Region, place.Sum(r => r.Units), rules.Catalog(place.First().Service).RegionalUnitQuota),
            ];
}
