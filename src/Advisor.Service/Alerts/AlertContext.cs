using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Recommendations;

namespace Advisor.Service.Alerts;

/// <summary>Input of a resource's alerts: what they are evaluated from and described with.</summary>
internal sealed record AlertContext
{
    public required RuleSet Rules { get; init; }

    public required FleetResource Resource { get; init; }

    /// <summary>The decision of this evaluation; null if there is none.</summary>
    public Decision? Decision { get; init; }

    /// <summary>State carried between decisions; null before the first metrics.</summary>
    public ResourceState? State { get; init; }

    /// <summary>Bill of the month in progress; null when the units in force have no price.</summary>
    public MonthBill? Month { get; init; }

    /// <summary>Outcome of the decision in the audit trail; null without one.</summary>
    public AuditOutcome? Outcome { get; init; }

    /// <summary>Reason why the decision was not applied although its mode permits it.</summary>
    public Reason? SuppressionReason { get; init; }

    /// <summary>Whether a change was requested, is in progress or shows at the resource.</summary>
    public bool IsChanging { get; init; }

    public ChangeRecord? OpenChange { get; init; }

    public ChangeTally? Tally { get; init; }

    /// <summary>Units that the regional quota has left; null = unknown.</summary>
    public int? RegionalUnitsLeft { get; init; }

    /// <summary>Unit quota of subscription and region; null = not known, and the default of the rules applies.</summary>
    public int? RegionalLimit { get; init; }

    /// <summary>Connections closed in the newest minute, by category; null when not read.</summary>
    public IReadOnlyDictionary<string, double>? Closes { get; init; }

    /// <summary>The last change of size that was not Advisor's; null = none.</summary>
    public OutsideChange? ChangedBy { get; init; }

    /// <summary>Operations that failed inside the service in the newest minute, in percent; null when not read.</summary>
    public double? SystemErrorsPercent { get; init; }

    /// <summary>Newest minute of each metric, and of any.</summary>
    public MetricTimes Metrics { get; init; } = MetricTimes.None;

    public DateTimeOffset? NewestMetricsAt { get; init; }

    /// <summary>Connections opened per minute: the maximum of the last 5 minutes read; null when not read.</summary>
    public double? ConnectionsOpened { get; init; }

    /// <summary>Time of this evaluation.</summary>
    public DateTimeOffset Now { get; init; }

    /// <summary>What is recommended to people after this evaluation; null when nothing is.</summary>
    public ActiveRecommendation? Recommendation { get; init; }

    // Suppressed by a dry run, the kill switch or the pause after a refusal.
    private bool IsScaleOutSuppressed =>
        Decision is { Action: ScalingAction.ScaleOut or ScalingAction.ChangeTier }
        && Outcome is { } outcome
        && outcome != AuditOutcome.Applying;

    private (int Min, int Max) AllowedUnits =>
        Decision is { } decision
            ? (
                Math.Max(
                    Resource.Settings.FindHighestMinUnits(decision.Time, Rules.Policy.AnnouncedAhead).Units,
                    decision.MinUnitsForOthers
                ),
                Resource.Settings.FindMaxUnits(decision.Time, Rules.Policy.AnnouncedAhead, MostUnits, decision.IsSteady).Units
            )
            : (Resource.Settings.MinUnits, Resource.Settings.ResolveMaxUnits(MostUnits));

    /// <summary>
    /// Returns the maximum of the schedule or event in force that the size has reached; null where no window limits the size.
    /// </summary>
    public UnitMaximum? FindLoweredMaximum() =>
        Decision is { } decision
        && Resource.Settings.FindMaxUnits(decision.Time, Rules.Policy.AnnouncedAhead, MostUnits) is { Window: not null } maximum
        && Resource.Units >= maximum.Units
            ? maximum
            : null;

    private int MostUnits => State?.FindMostUnits(Resource.Units) ?? Resource.Units;

    /// <summary>Returns the minimum in force, and the window that sets it, or ends before it applies, with its times.</summary>
    public string DescribeMinimum()
    {
        var minimum = Resource.Settings.FindMinUnits(Now, Rules.Policy.AnnouncedAhead);
        var units = Wording.FormatCount(minimum.Units, "unit");
        return minimum.Window is not { } window ? $"{units} of the settings"
            : minimum.IsAfterWindow ? $"{units} of the settings when {window.Name} ends at {window.End.UtcDateTime:yyyy-MM-dd HH:mm} UTC"
            : $"{units} for {window.Name} from {window.Start.UtcDateTime:yyyy-MM-dd HH:mm} to "
                + $"{window.End.UtcDateTime:yyyy-MM-dd HH:mm} UTC";
    }

    /// <summary>
    /// Creates the facts that a decision does not contain. <see cref="ResourceAlerts.Advance"/> adds those known from earlier evaluations.
    /// </summary>
    public AlertFacts CreateFacts()
    {
        var catalog = Rules.GetCatalog(Resource.Service, Resource.Settings);
        var sku = catalog.Find(Resource.Sku);
        var ladder = sku?.Ladder;
        var isTierApplied = string.Equals(Tally?.AppliedSku, Resource.Sku, StringComparison.OrdinalIgnoreCase);
        var allowed = RegionalUnitsLeft is { } left ? Resource.Units + left : RegionalLimit ?? catalog.FindUnitQuota(Resource.Units);
        return new AlertFacts
        {
            UnitsInForce = Resource.Units,
            MinUnits = ladder?[ladder.FindIndexAtLeast(AllowedUnits.Min)],
            MaxUnits = ladder?.FindStepAtMost(Math.Min(AllowedUnits.Max, Math.Max(allowed, Resource.Units))),
            UnitsBelowMinimum = ladder is null
                ? null
                : UnitMinimum.FindLacking(Resource.Settings, ladder, Resource.Units, Now, Rules.Policy.AnnouncedAhead),
            AppliedUnits = isTierApplied ? Tally?.AppliedUnits : null,
            HasTierOfOthers = Tally?.AppliedSku is not null && !isTierApplied,
            Closes = Closes,
            Connections = FindConnections(sku),
            SystemErrorsPercent = SystemErrorsPercent,
            ConnectionRate = catalog.ComputeConnectionRate(ConnectionsOpened, Resource.Units),
            MaxRequiredUnits = State?.FindMaxRequiredUnits(Rules.Alerts),
            ChangesByOthers = State?.ChangesByOthers,
            FailedChanges = Tally is not null && FailureSeries.IsUnwanted(Decision, Resource) ? 0 : Tally?.FailedInARow,
            AppliesChanges = Resource.Settings.Mode is AdvisorMode.Auto or AdvisorMode.AutoUp or AdvisorMode.Approve,
            AutoscaleEnabled = Resource.AutoscaleSetting is not null,
            HasUnreadableTag = Resource.Settings.UnreadableTag is not null,
            ChangeInProgress = IsChanging,
            ActsByItself =
                Resource.Settings.Mode is AdvisorMode.Auto or AdvisorMode.AutoUp
                && Resource.AutoscaleSetting is null
                && !IsScaleOutSuppressed,
            HasBudget =
                Resource.Settings.MonthlyBudget is not null ? true
                : Resource.Settings.HasUnreadableBudget ? null
                : false,
            BudgetUtilization = ComputeBudgetUtilization(),
            IsBudgetLowerBound = Month is { Expected.Missing: not CostGap.None },
            IsBudgetGapLasting = Month?.Expected.IsOfUnitsAlone() == true,
            SellsMessages = sku?.SellsMessages,
            FreeMessages = State?.Usage.Days.LastOrDefault().ComputeShareOfFreeMessages(sku),
            ChangedAt = Tally is { State: ChangeState.Verified } done ? done.At : null,
            Advice = ActiveRecommendations.FindAdvice(Recommendation, Now),
        };
    }

    // As the decision takes them, which knows where count and quota contradict each other; null without a decision.
    private double? FindConnections(Sku? sku) =>
        Decision?.Utilization[Limit.Connections]?.Value
        * Decision?.Targets[Limit.Connections].Value
        * sku?.ConnectionsPerUnit
        * Resource.Units;

    private double? ComputeBudgetUtilization() =>
        Resource.Settings.MonthlyBudget is { Amount: > 0 } budget
        && Month?.Expected.Total is { } expected
        && expected.Currency == budget.Currency
            ? (double)(expected.Amount / budget.Amount)
            : null;
}
