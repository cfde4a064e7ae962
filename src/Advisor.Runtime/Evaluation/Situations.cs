using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;

namespace Advisor.Runtime.Evaluation;

/// <summary>What the rest of the fleet leaves to each resource: the units of the regional quota that are not in force yet.</summary>
internal sealed class Situations
{
    private readonly Dictionary<(string, string), int>? left;

    private Situations(Dictionary<(string, string), int>? left) => this.left = left;

    public static Situations Of(FleetScope scope, FleetListing listing, RuleSet rules) =>
        new(RegionalUse.Of(scope, listing, rules)?.ToDictionary(use => (use.Subscription, use.Region), use => use.Left));

    public FleetSituation Find(FleetResource resource) => new(
        RegionalUnitsLeft: left?.GetValueOrDefault((resource.SubscriptionId.ToLowerInvariant(), resource.Region.ToLowerInvariant())),
        AutoscaleEnabled: resource.AutoscaleSetting is not null);
}
