using Advisor.Core.Capacity;
using Advisor.Core.Settings;
using Advisor.Lab.Resources;

namespace Advisor.Lab.Scenarios;

/// <summary>A demand by minute and the resource that serves it: the input of a replay.</summary>
/// <param name="Trace">Name of the trace.</param>
/// <param name="Shape">Name of the shape; "measured" when the demand was derived from real metrics.</param>
/// <param name="PeakUnits">Units to which the demand is scaled at its 99.9 % quantile; null when it was not scaled.</param>
/// <param name="Start">Time of the first minute.</param>
/// <param name="Demand">Demand by minute.</param>
/// <param name="Required">The smallest step within every limit, by minute; the largest step when none is.</param>
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

    /// <summary>Number of minutes, including the <see cref="WarmUpMinutes"/>.</summary>
    public int Minutes => Required.Length;

    /// <summary>Size at the start of a replay: the maximum required in the first hour.</summary>
    public int StartUnits => Required.Take(60).Max();

    /// <summary>Creates a new resource under this demand. Every one behaves identically.</summary>
    public SimulatedResource CreateResource() => new(minute => Demand[minute], Parameters, Ladder, StartUnits, Seed);

    /// <summary>Returns the smallest step for each demand.</summary>
    public static int[] ComputeRequired(IReadOnlyList<MinuteDemand> demand, UnitLadder ladder)
    {
        var required = new int[demand.Count];
        for (var i = 0; i < required.Length; i++)
        {
            required[i] = ladder[ladder.FindIndexAtLeast(demand[i].RequiredUnits)];
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
