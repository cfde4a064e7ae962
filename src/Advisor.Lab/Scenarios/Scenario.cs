using Advisor.Core.Capacity;
using Advisor.Core.Observations;
using Advisor.Core.Settings;
using Advisor.Lab.Resources;

namespace Advisor.Lab.Scenarios;

/// <summary>A demand by minute and the resource that serves it: the input of a replay.</summary>
/// <param name="Trace">Name of the trace.</param>
/// <param name="Shape">Name of the shape; "measured" when the demand was derived from real metrics.</param>
/// <param name="PeakUnits">Units to which the demand is scaled at its 99.9 % quantile; null when it was not scaled.</param>
/// <param name="Start">Time of the first minute.</param>
/// <param name="Demand">Demand by minute.</param>
/// <param name="Required">The smallest step within every target, by minute; the largest step when none is.</param>
/// <param name="Seed">Seed of noise and change durations.</param>
public sealed record Scenario(
    string Trace,
    string Shape,
    double? PeakUnits,
    DateTimeOffset Start,
    IReadOnlyList<MinuteDemand> Demand,
    int[] Required,
    SimulationParameters Parameters,
    UnitLadder Ladder,
    Workload? Workload,
    ulong Seed
)
{
    /// <summary>Minutes at the start that are replayed but not scored: two days.</summary>
    public const int WarmUpMinutes = 2 * 1440;

    /// <summary>Description of the resource, as its owner would declare it to Advisor.</summary>
    public ResourceProfile Profile { get; init; } = ResourceProfile.Bench;

    /// <summary>Prices of units, overload and removed units set by the owner; null = those of the replay.</summary>
    public ObjectivePrices? Prices { get; init; }

    /// <summary>Targets that <see cref="Required"/> meets; see <see cref="WithTargets"/>.</summary>
    public TargetUtilizations Targets { get; private init; } = TargetUtilizations.Default;

    /// <summary>Sizes that the owner allows, by minute; null = every step of the ladder.</summary>
    public IReadOnlyList<UnitBounds>? Bounds { get; init; }

    /// <summary>Number of minutes, including the <see cref="WarmUpMinutes"/>.</summary>
    public int Minutes => Required.Length;

    /// <summary>Size at the start of a replay: the maximum required in the first hour, within the bounds.</summary>
    public int StartUnits => Limit(0, Required.Take(60).Max());

    /// <summary>Returns the nearest size that is allowed in a minute.</summary>
    public int Limit(int minute, int units) => Bounds?[minute].Limit(units) ?? units;

    /// <summary>Creates a new resource under this demand. Every one behaves identically.</summary>
    public SimulatedResource CreateResource() => new(minute => Demand[minute], Parameters, Ladder, StartUnits, Seed);

    /// <summary>Creates an observation of the resource, without metrics. Its workload is declared; its tier is not changed.</summary>
    public Observation CreateObservation(DateTimeOffset time, int units, ResourceSettings settings) =>
        new()
        {
            ResourceId = Trace + "/" + Shape,
            Time = time,
            Service = Profile.Service,
            ServiceMode = Profile.Mode,
            Sku = Profile.Sku,
            Units = units,
            CountsServerLeg = Profile.CountsServerLeg,
            Settings = settings with { AllowTierChange = false, Workload = Workload ?? settings.Workload },
        };

    /// <summary>Returns the sizes that may be kept for a while: from the highest minimum of its minutes to their highest maximum.</summary>
    public UnitLadder FindAllowedSizes(int minute, int minutes)
    {
        if (Bounds is null)
        {
            return Ladder;
        }

        var kept = Bounds.Skip(minute).Take(minutes).ToList();
        var (min, max) = (kept.Max(bound => bound.Min), kept.Max(bound => bound.Max));
        return new(Ladder.Steps.Where(units => units >= min && units <= max));
    }

    /// <summary>Returns the scenario of a resource with other targets: the same demand, and what it requires at them.</summary>
    public Scenario WithTargets(TargetUtilizations targets) =>
        targets == Targets ? this : this with { Targets = targets, Required = ComputeRequired(Demand, Ladder, targets) };

    /// <summary>Returns the smallest step for each demand at the default targets.</summary>
    public static int[] ComputeRequired(IReadOnlyList<MinuteDemand> demand, UnitLadder ladder) =>
        ComputeRequired(demand, ladder, TargetUtilizations.Default);

    private static int[] ComputeRequired(IReadOnlyList<MinuteDemand> demand, UnitLadder ladder, in TargetUtilizations targets)
    {
        var required = new int[demand.Count];
        for (var i = 0; i < required.Length; i++)
        {
            required[i] = ladder[ladder.FindIndexAtLeast(demand[i].ComputeRequiredUnits(targets))];
        }

        return required;
    }
}

/// <summary>Description of a replayed resource, apart from its demand.</summary>
/// <param name="Sku">SKU whose ladder the scenario uses.</param>
/// <param name="CountsServerLeg">Whether its traffic metrics include the leg to the app servers.</param>
public sealed record ResourceProfile(ServiceKind Service, ServiceMode Mode, string Sku, bool CountsServerLeg)
{
    /// <summary>The resource on which the bench is defined: Standard_S1, client-side traffic only.</summary>
    public static ResourceProfile Bench { get; } = new(ServiceKind.SignalR, ServiceMode.Default, "Standard_S1", false);
}
