using Advisor.Configuration.Reports;
using Advisor.Configuration.Routing;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Settings;
using Advisor.Service.Fleet;
using Advisor.Service.Notify;
using Advisor.Service.SignedLinks;
using Advisor.State;
using Advisor.State.Changes;

namespace Advisor.Service;

/// <summary>Dependencies of the service's stages.</summary>
public sealed record ServiceDependencies
{
    public required ServiceOptions Options { get; init; }

    public required AdvisorState State { get; init; }

    public required IFleet Fleet { get; init; }

    public required IMetricSource Metrics { get; init; }

    public required RuleSet Rules { get; init; }

    /// <summary>
    /// Resolves the settings of a resource at an instant, from configuration and tags. Default: the settings found by discovery.
    /// </summary>
    public Func<FleetResource, DateTimeOffset, ResourceSettings> FindSettings { get; init; } = static (resource, _) => resource.Settings;

    /// <summary>
    /// Returns how far this machine's clock is ahead of Azure's, from the date of a recent answer; negative when it is behind, null when no
    /// answer had a date. Default: not known.
    /// </summary>
    public Func<CancellationToken, Task<TimeSpan?>> ReadClockOffsetAsync { get; init; } = static _ => Task.FromResult<TimeSpan?>(null);

    /// <summary>Returns the mute windows in force at an instant. Default: none.</summary>
    public Func<DateTimeOffset, IReadOnlyList<MuteWindow>> FindMuteWindows { get; init; } = static _ => [];

    /// <summary>Formats the complete decision as JSON for the audit trail; null leaves it out.</summary>
    public Func<Decision, string>? FormatDetails { get; init; }

    /// <summary>
    /// Creates the approval of a plan, with its link, for resources in approve mode; null when approval links are off: the plan is sent
    /// without a link.
    /// </summary>
    public Func<ApprovalRequest, RequestedApproval>? CreateApproval { get; init; }

    /// <summary>Selects teams and channels. Default: everything goes to one channel named console.</summary>
    public NotificationRouting Routing { get; init; } = new(RoutingSettings.CreateForConsole());

    /// <summary>Monthly budgets of teams and of the fleet; default: none.</summary>
    public IReadOnlyList<MonthlyBudget> Budgets { get; init; } = [];

    /// <summary>The reports that are sent by mail; default: none.</summary>
    public IReadOnlyList<ReportSettings> Reports { get; init; } = [];

    /// <summary>Renders a report for a mail; null where the host sends none.</summary>
    public Func<PeriodReport, Task<RenderedReport>>? RenderReport { get; init; }

    /// <summary>Links of messages. Default: no links.</summary>
    public NotificationLinks Links { get; init; } = NotificationLinks.None;

    /// <summary>
    /// Rules that alerts are evaluated by: the time between two ticks always counts in full, however long the interval is.
    /// </summary>
    internal RuleSet AlertingRules =>
        Rules.Alerts.MaxStep >= 2 * Options.Interval ? Rules : Rules with { Alerts = Rules.Alerts with { MaxStep = 2 * Options.Interval } };

    /// <summary>Returns a resource with the settings in force at an instant.</summary>
    internal FleetResource WithSettings(FleetResource resource, DateTimeOffset now)
    {
        var settings = FindSettings(resource, now);
        return resource with { Settings = settings with { Mode = Options.Mode ?? settings.Mode, Trust = settings.Trust ?? Options.Trust } };
    }

    /// <summary>
    /// Returns a resource with the settings in force at an instant, and the units of announced windows requested as early as its changes
    /// take, including the wait for the next tick.
    /// </summary>
    internal FleetResource WithPlannedSettings(FleetResource resource, ChangeTally? tally, DateTimeOffset now)
    {
        var configured = WithSettings(resource, now);
        return Rules.GetCatalog(resource.Service).Find(resource.Sku) is { } sku
            ? configured with
            {
                Settings = AnnouncedLead.Resolve(configured.Settings, sku.Ladder, tally?.ChangeTime + Options.Interval, Rules.Policy),
            }
            : configured;
    }
}
