using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;

namespace Advisor.Runtime.Configuration;

/// <summary>Settings as one place states them: the defaults, an entry of <c>resources</c>, or the tags. Null = not stated here.</summary>
public sealed record SettingsPatch
{
    public AdvisorMode? Mode { get; init; }

    public int? LeastUnits { get; init; }

    public int? GreatestUnits { get; init; }

    public Workload? Workload { get; init; }

    public bool? CountsServerLeg { get; init; }

    public string? Edition { get; init; }

    public bool? AllowTierChange { get; init; }

    public Money? MonthlyBudget { get; init; }

    public BillingModel? Billing { get; init; }

    public ObjectivePrices? Prices { get; init; }

    public string? Team { get; init; }

    /// <summary>The settings with everything that is stated here put over them.</summary>
    public ResourceSettings Over(ResourceSettings settings) => settings with
    {
        Mode = Mode ?? settings.Mode,
        LeastUnits = LeastUnits ?? settings.LeastUnits,
        GreatestUnits = GreatestUnits ?? settings.GreatestUnits,
        Workload = Workload ?? settings.Workload,
        CountsServerLeg = CountsServerLeg ?? settings.CountsServerLeg,
        Edition = Edition ?? settings.Edition,
        AllowTierChange = AllowTierChange ?? settings.AllowTierChange,
        MonthlyBudget = MonthlyBudget ?? settings.MonthlyBudget,
        Billing = Billing ?? settings.Billing,
        Prices = Prices ?? settings.Prices,
        Team = Team ?? settings.Team,
    };
}

/// <summary>An entry of <c>resources</c>: settings for the resources that a pattern names.</summary>
public sealed record ResourceEntry(ResourcePattern Match, SettingsPatch Settings);
