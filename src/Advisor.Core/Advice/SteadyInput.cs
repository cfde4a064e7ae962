using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Advice;

/// <summary>What the steady size is selected from.</summary>
internal sealed record SteadyInput
{
    public required Sku Sku { get; init; }

    /// <summary>
    /// SKU that a change of tier may lead to without interrupting clients; null = the settings or Azure do not permit one.
    /// </summary>
    public Sku? NextSku { get; init; }

    /// <summary>Largest size that the settings permit.</summary>
    public int MaxUnits { get; init; } = int.MaxValue;

    /// <summary>Units beyond which more carry no more routing: growth asks for none of them. Null = routing sets no limit.</summary>
    public double? RoutingWallUnits { get; init; }

    public required RequiredUnitsHistory History { get; init; }

    /// <summary>Requirements before those of the history; null = none were read.</summary>
    public EarlierRequirements? Earlier { get; init; }

    public required ObjectivePrices Prices { get; init; }

    /// <summary>Weights of previous days in what the next 24 hours are expected to require.</summary>
    public required ClockRules Clock { get; init; }

    /// <summary>How much more a full size requires than it shows.</summary>
    public SaturationRules FullSize { get; init; } = new();

    /// <summary>Targets of the limits; that of connections says how far above target Azure refuses clients.</summary>
    public required TargetUtilizations Targets { get; init; }

    /// <summary>Minutes for which a requirement must last to count as required now.</summary>
    public required int SustainedMinutes { get; init; }

    public TimeZoneInfo? Zone { get; init; }

    /// <summary>Share of the known minutes that may require more, 0 to 1; null = as many as the objective pays for.</summary>
    public Ratio? MaxOverload { get; init; }

    /// <summary>Whether a minute, counted from 1970, is part of the hours to size for; null = all are.</summary>
    public Func<int, bool>? IsIncluded { get; init; }

    /// <summary>Whether a scale-in is allowed at a minute, counted from 1970; null = always.</summary>
    public Func<int, bool>? AllowsScaleIn { get; init; }

    /// <summary>Returns the monthly cost of a size; null when units have no price.</summary>
    public required Func<Sku, int, MonthlyCost?> ComputeCost { get; init; }

    /// <summary>Creates the input of a history by the settings of its resource.</summary>
    /// <param name="catalog">SKUs that a change of tier may lead to, where the settings permit it; null = this SKU only.</param>
    /// <param name="earlier">Requirements before those of the history; null = none were read.</param>
    public static SteadyInput Create(
        RuleSet rules,
        ResourceSettings settings,
        SkuCatalog? catalog,
        Sku sku,
        RequiredUnitsHistory history,
        EarlierRequirements? earlier,
        TargetUtilizations targets,
        double? routingWallUnits,
        Func<Sku, int, MonthlyCost?> computeCost
    ) =>
        new()
        {
            Sku = sku,
            NextSku = settings.AllowTierChange && catalog is not null ? FindNextSku(catalog, sku) : null,
            MaxUnits = settings.ResolveMaxUnits(0),
            History = history,
            Earlier = earlier,
            Prices = settings.Prices ?? rules.Policy.Prices,
            Clock = rules.Policy.Clock,
            FullSize = rules.Policy.FullSize,
            Targets = targets,
            RoutingWallUnits = routingWallUnits,
            SustainedMinutes = (int)rules.Policy.SustainedOverloadAfter.TotalMinutes,
            Zone = settings.TimeZone,
            MaxOverload = settings.Steady.MaxOverload,
            IsIncluded = settings.Steady.Hours is { } hours ? minute => hours.Includes(Minutes.ToInstant(minute), settings.TimeZone) : null,
            AllowsScaleIn = settings.ScaleInWindows is null ? null : minute => settings.AllowsScaleIn(Minutes.ToInstant(minute)),
            ComputeCost = computeCost,
        };

    /// <summary>Returns the next larger SKU that a change of tier leads to without interrupting clients; null if there is none.</summary>
    public static Sku? FindNextSku(SkuCatalog catalog, Sku sku) =>
        catalog.Skus.FirstOrDefault(other =>
            other.Ladder.Max > sku.Ladder.Max
            && catalog.Changes.Any(change => change.From == sku.Name && change.To == other.Name && !change.InterruptsService)
        );
}
