using Advisor.Configuration.Reports;
using Advisor.Configuration.Routing;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Costs;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications;
using Advisor.Service.Prices;
using Advisor.Service.SignedLinks;
using Advisor.Service.Sizes;
using Advisor.Service.Store;

namespace Advisor.Service;

/// <summary>What a host sets up the service with; <see cref="AdvisorService"/> builds the stages from it.</summary>
public sealed record ServiceSetup
{
    public required ServiceOptions Options { get; init; }

    public required AdvisorState State { get; init; }

    public required IFleet Fleet { get; init; }

    public required IMetricSource Metrics { get; init; }

    public required RuleSet Rules { get; init; }

    /// <summary>Prices of the regions; null = those of the rules everywhere.</summary>
    public PriceBook? Prices { get; init; }

    /// <summary>Sizes of the regions; null = those of the rules everywhere.</summary>
    public SizeBook? Sizes { get; init; }

    /// <summary>Actual costs of the resources; null = none are asked for.</summary>
    public CostBook? Costs { get; init; }

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

    /// <summary>The settings of resources in force, as configured.</summary>
    public SettingsInForce Settings => new(Rules, Options, FindSettings, Prices, Sizes);

    /// <summary>Records the answers to approvals.</summary>
    public ApprovalService Approvals => new(State, Preconditions);

    internal RegionalQuotaCheck QuotaCheck => new(State, Fleet, Rules, Options);

    internal ChangePreconditions Preconditions => new(State, Fleet, Rules, Settings, Options, QuotaCheck);
}
