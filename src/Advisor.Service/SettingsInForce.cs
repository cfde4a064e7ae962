using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Settings;
using Advisor.Service.Changes;

namespace Advisor.Service;

/// <summary>Resolves the settings of a resource that are in force at an instant.</summary>
/// <param name="findSettings">The settings from configuration and tags.</param>
public sealed class SettingsInForce(
    RuleSet rules,
    ServiceOptions options,
    Func<FleetResource, DateTimeOffset, ResourceSettings> findSettings
)
{
    /// <summary>Returns a resource with the settings in force at an instant.</summary>
    public FleetResource Apply(FleetResource resource, DateTimeOffset now)
    {
        var settings = findSettings(resource, now);
        return resource with { Settings = settings with { Mode = options.Mode ?? settings.Mode, Trust = settings.Trust ?? options.Trust } };
    }

    /// <summary>
    /// Returns a resource with the settings in force at an instant, and the units of announced windows requested as early as its changes
    /// take, including the wait for the next tick.
    /// </summary>
    internal FleetResource Plan(FleetResource resource, ChangeTally? tally, DateTimeOffset now)
    {
        var configured = Apply(resource, now);
        return rules.GetCatalog(resource.Service).Find(resource.Sku) is { } sku
            ? configured with
            {
                Settings = AnnouncedLead.Resolve(configured.Settings, sku.Ladder, tally?.ChangeTime + options.Interval, rules.Policy),
            }
            : configured;
    }
}
