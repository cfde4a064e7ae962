using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Resources;

/// <summary>Settings stated at one level: the defaults, an entry of <c>resources</c>, or the tags. Null = not stated.</summary>
public sealed record SettingsPatch
{
    public AdvisorMode? Mode { get; init; }

    public int? MinUnits { get; init; }

    public int? MaxUnits { get; init; }

    public Workload? Workload { get; init; }

    public TargetOverrides Targets { get; init; }

    public bool? CountsServerLeg { get; init; }

    public string? Edition { get; init; }

    public bool? AllowTierChange { get; init; }

    public Money? MonthlyBudget { get; init; }

    public BillingModel? Billing { get; init; }

    public ObjectivePrices? Prices { get; init; }

    public TimeZoneInfo? TimeZone { get; init; }

    public string? Team { get; init; }

    public ResourcePause? Pause { get; init; }

    public ResourcePin? Pin { get; init; }

    /// <inheritdoc cref="ResourceSettings.UnreadableTag"/>
    internal string? UnreadableTag { get; init; }

    /// <inheritdoc cref="ResourceSettings.HasUnreadableBudget"/>
    internal bool HasUnreadableBudget { get; init; }

    /// <summary>Maximum units that one change may add or remove, 1 or more.</summary>
    public int? MaxStep { get; init; }

    /// <summary>Lead of announced windows that state none, 0 or more.</summary>
    public TimeSpan? Lead { get; init; }

    public ScalingTrust? Trust { get; init; }

    public FailoverTarget? Failover { get; init; }

    /// <summary>Name of the endpoint group.</summary>
    public string? EndpointGroup { get; init; }

    public EndpointSizes? EndpointSizes { get; init; }

    /// <summary>Hours that the steady size is for.</summary>
    public WeeklyHours? SteadyHours { get; init; }

    /// <summary>Maximum share of overloaded minutes of the steady size, 0 to 1.</summary>
    public Ratio? SteadyMaxOverload { get; init; }

    /// <summary>Hours in which a scale-in may be made.</summary>
    public WeeklyHours? ScaleInWindows { get; init; }

    /// <summary>Minimum saving that a message to people is worth.</summary>
    public SavingThresholdPatch MinSaving { get; init; }

    /// <summary>Returns the settings, overridden by everything stated here.</summary>
    public ResourceSettings ApplyTo(ResourceSettings settings) =>
        settings with
        {
            Mode = Mode ?? settings.Mode,
            MinUnits = MinUnits ?? settings.MinUnits,
            MaxUnits = MaxUnits ?? settings.MaxUnits,
            Workload = Workload ?? settings.Workload,
            Targets = Targets.CompleteWith(settings.Targets),
            CountsServerLeg = CountsServerLeg ?? settings.CountsServerLeg,
            Edition = Edition ?? settings.Edition,
            AllowTierChange = AllowTierChange ?? settings.AllowTierChange,
            MonthlyBudget = MonthlyBudget ?? settings.MonthlyBudget,
            Billing = Billing ?? settings.Billing,
            Prices = Prices ?? settings.Prices,
            TimeZone = TimeZone ?? settings.TimeZone,
            Team = Team ?? settings.Team,
            Pause = Pause ?? settings.Pause,
            Pin = Pin ?? settings.Pin,
            UnreadableTag = UnreadableTag ?? settings.UnreadableTag,
            HasUnreadableBudget = HasUnreadableBudget || settings.HasUnreadableBudget,
            MaxStep = MaxStep ?? settings.MaxStep,
            Lead = Lead ?? settings.Lead,
            Trust = Trust ?? settings.Trust,
            Failover = Failover ?? settings.Failover,
            EndpointGroup = EndpointGroup ?? settings.EndpointGroup,
            EndpointSizes = EndpointSizes ?? settings.EndpointSizes,
            MinSaving = MinSaving.ApplyTo(settings.MinSaving),
            ScaleInWindows = ScaleInWindows ?? settings.ScaleInWindows,
            Steady = new SteadySettings
            {
                Hours = SteadyHours ?? settings.Steady.Hours,
                MaxOverload = SteadyMaxOverload ?? settings.Steady.MaxOverload,
            },
        };
}
