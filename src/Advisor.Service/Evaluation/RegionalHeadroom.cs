using Advisor.Core.Fleet;
using Advisor.Core.Observations;
using Advisor.Core.Rules;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Computes the constraints of each resource from the rest of the fleet: the units of the regional quota that are not in use.
/// </summary>
internal sealed class RegionalHeadroom
{
    private readonly Dictionary<(string, string), int>? left;

    private RegionalHeadroom(Dictionary<(string, string), int>? left) => this.left = left;

    public static RegionalHeadroom Create(FleetScope scope, FleetListing listing, RuleSet rules) =>
        new(RegionalUsage.Compute(scope, listing, rules)?.ToDictionary(use => (use.Subscription, use.Region), use => use.Remaining));

    public FleetConstraints Find(FleetResource resource) =>
        new(
            RegionalUnitsLeft: left?.GetValueOrDefault((resource.SubscriptionId.ToLowerInvariant(), resource.Region.ToLowerInvariant())),
            AutoscaleEnabled: resource.AutoscaleSetting is not null
        );
}
