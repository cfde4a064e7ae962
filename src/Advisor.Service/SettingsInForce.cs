using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Prices;
using Advisor.Service.Sizes;

namespace Advisor.Service;

/// <summary>Resolves the settings of a resource that are in force at an instant.</summary>
/// <param name="findSettings">The settings from configuration and tags.</param>
/// <param name="prices">Prices of the regions; null = those of the rules everywhere.</param>
/// <param name="sizes">Sizes of the regions; null = those of the rules everywhere.</param>
public sealed class SettingsInForce(
    RuleSet rules,
    ServiceOptions options,
    Func<FleetResource, DateTimeOffset, ResourceSettings> findSettings,
    PriceBook? prices = null,
    SizeBook? sizes = null
)
{
    /// <summary>Returns a resource with the settings in force at an instant.</summary>
    public FleetResource Apply(FleetResource resource, DateTimeOffset now)
    {
        var settings = findSettings(resource, now);
        var configured = resource with
        {
            Settings = settings with
            {
                Mode = options.Mode ?? settings.Mode,
                Trust = settings.Trust ?? options.Trust,
                Catalog = prices?.FindCatalog(resource.Service, resource.Region),
            },
        };
        return sizes?.Apply(configured) ?? configured;
    }

    /// <summary>
    /// Returns a resource with the settings in force at an instant, and the units of announced windows requested as early as its changes
    /// take, including the wait for the next tick.
    /// </summary>
    internal FleetResource Plan(FleetResource resource, ChangeTally? tally, DateTimeOffset now)
    {
        var configured = Apply(resource, now);
        return rules.GetCatalog(resource.Service, configured.Settings).Find(resource.Sku) is { } sku
            ? configured with
            {
                Settings = AnnouncedLead.Resolve(
                    configured.Settings,
                    sku.Ladder,
                    tally?.FindChangeTime(options.Interval) + options.Interval,
                    rules.Policy
                ),
            }
            : configured;
    }
}
