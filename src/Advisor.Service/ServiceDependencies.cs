using Advisor.Configuration.Routing;
using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Settings;
using Advisor.Service.Fleet;
using Advisor.Service.Notify;
using Advisor.Service.SignedLinks;
using Advisor.State;
using Advisor.State.Changes;

namespace Advisor.Service;

/// <summary>What the work of the service is done with.</summary>
public sealed record ServiceDependencies
{
    public required ServiceOptions Options { get; init; }

    public required AdvisorState State { get; init; }

    public required IFleet Fleet { get; init; }

    public required IMetricSource Metrics { get; init; }

    public required RuleSet Rules { get; init; }

    /// <summary>The settings of a resource at an instant, from configuration and tags; default: those that discovery gave it.</summary>
    public Func<FleetResource, DateTimeOffset, ResourceSettings> FindSettings { get; init; } = static (resource, _) => resource.Settings;

    /// <summary>
    /// By how much this machine's clock is ahead of Azure's, by the date of an answer of the last minutes, negative where it is behind;
    /// null where no answer has said so. Default: not known.
    /// </summary>
    public Func<CancellationToken, Task<TimeSpan?>> ReadClockOffsetAsync { get; init; } = static _ => Task.FromResult<TimeSpan?>(null);

    /// <summary>The mute windows in force at an instant; default: none.</summary>
    public Func<DateTimeOffset, IReadOnlyList<MuteWindow>> FindMuteWindows { get; init; } = static _ => [];

    /// <summary>The whole decision as JSON for the audit trail; null leaves it out.</summary>
    public Func<Decision, string>? FormatDetails { get; init; }

    /// <summary>
    /// Makes the approval of a plan, with its link, for resources in approve mode; null where approval links are off: the plan is sent
    /// without a link.
    /// </summary>
    public Func<ApprovalRequest, RequestedApproval>? CreateApproval { get; init; }

    /// <summary>Which team is notified, and on which channels; default: everything by one channel called console.</summary>
    public NotificationRouting Routing { get; init; } = new(RoutingSettings.CreateForConsole());

    /// <summary>Where the links of messages lead; default: no links.</summary>
    public NotificationLinks Links { get; init; } = NotificationLinks.None;

    /// <summary>The rules as alerts are evaluated by: the time between two ticks counts in full, however long the interval is.</summary>
    internal RuleSet AlertingRules =>
        Rules.Alerts.MaxStep >= 2 * Options.Interval ? Rules : Rules with { Alerts = Rules.Alerts with { MaxStep = 2 * Options.Interval } };

    /// <summary>A resource with the settings in force at an instant.</summary>
    internal FleetResource WithSettings(FleetResource resource, DateTimeOffset now)
    {
        var settings = FindSettings(resource, now);
        return resource with { Settings = Options.Mode is { } mode ? settings with { Mode = mode } : settings };
    }

    /// <summary>
    /// The same, with the units of announced windows asked for as long ahead as its changes take, and the tick until the next.
    /// </summary>
    internal FleetResource WithPlannedSettings(FleetResource resource, ChangeTally? tally, DateTimeOffset now)
    {
        var configured = WithSettings(resource, now);
        return Rules.Catalog(resource.Service).Find(resource.Sku) is { } sku
            ? configured with
            {
                Settings = AnnouncedLead.Resolve(configured.Settings, sku.Ladder, tally?.ChangeTime + Options.Interval, Rules.Policy),
            }
            : configured;
    }
}
