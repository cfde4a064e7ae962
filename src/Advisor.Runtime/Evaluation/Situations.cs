using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;

namespace Advisor.Runtime.Evaluation;

/// <summary>What the rest of the fleet leaves to each resource: the units of the regional quota that are not in force yet.</summary>
internal sealed class Situations
{
    private readonly Dictionary<(string, string), int>? left;

    private Situations(Dictionary<(string, string), int>? left) => this.left = left;

    /// <summary>
    /// The quota counts all units of a subscription and region. Where the scope leaves resources out, what they use is unknown, and the quota
    /// applies to the resource alone.
    /// </summary>
    public static Situations Of(FleetScope scope, FleetListing listing, RuleSet rules)
    {
        if (scope.ResourceGroups.Count > 0 || scope.ResourceIds.Count > 0 || scope.Tags.Count > 0 || listing.Failures.Count > 0)
        {
            return new Situations(null);
        }

        return new Situations(listing.Resources
            .GroupBy(r => (r.SubscriptionId.ToUpperInvariant(), r.Region.ToUpperInvariant()))
            .ToDictionary(g => g.Key, g => Math.Max(0, rules.Catalog(g.First().Service).RegionalUnitQuota - g.Sum(r => r.Units))));
    }

    public FleetSituation Of(FleetResource resource) => new(
        RegionalUnitsLeft: left?.GetValueOrDefault((resource.SubscriptionId.ToUpperInvariant(), resource.Region.ToUpperInvariant())),
        AutoscaleEnabled: resource.AutoscaleSetting is not null);
}
