using Advisor.Core.Fleet;
using Advisor.Core.Observations;
using Advisor.Core.Rules;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Computes the constraints of each resource from the rest of the fleet: the units of the regional quota that are not in use.
/// </summary>
internal sealed class RegionalHeadroom
{
    private readonly IReadOnlyList<RegionalUsage> uses;

    private RegionalHeadroom(IReadOnlyList<RegionalUsage> uses) => this.uses = uses;

    public static RegionalHeadroom Create(FleetScope scope, FleetListing listing, RuleSet rules) =>
        new(RegionalUsage.Compute(scope, listing, rules));

    public FleetConstraints Find(FleetResource resource)
    {
        var use = uses.FirstOrDefault(use => use.Includes(resource));
        return new(RegionalUnitsLeft: use?.Remaining, AutoscaleEnabled: resource.AutoscaleSetting is not null) { Quota = use?.Quota };
    }
}
