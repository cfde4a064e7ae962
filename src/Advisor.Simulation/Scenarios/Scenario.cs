using Advisor.Core.Capacity;
using Advisor.Core.Settings;
using Advisor.Simulation.Resources;

namespace Advisor.Simulation.Scenarios;

/// <summary>A demand by the minute with the resource that it is to be served by: what a replay replays.</summary>
/// <param name="Trace">Name of the trace.</param>
/// <param name="Shape">Name of the shape; "measured" where the demand was derived from real metrics.</param>
/// <param name="PeakUnits">Units that the demand is scaled to at its 99.9 % quantile; null where it was not scaled.</param>
/// <param name="Start">Instant of the first minute.</param>
/// <param name="Demand">The demand of each minute.</param>
/// <param name="Required">The smallest step that keeps every limit, by minute; the largest step where none does.</param>
/// <param name="Seed">Seed of noise and delays.</param>
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
    /// <summary>Minutes at the start that are replayed and not scored: two days.</summary>
    public const int WarmUpMinutes = 2 * 1440;

    /// <summary>What the resource is, as its owner would describe it to Advisor.</summary>
    public ResourceProfile Profile { get; init; } = ResourceProfile.Bench;

    /// <summary>What its owner charges for units, overload and removed units; null = what the replay is given.</summary>
    public ObjectivePrices? Prices { get; init; }

    public int Minutes => Required.Length;

    /// <summary>The size a replay starts with: the largest that the first hour needs.</summary>
    public int StartUnits => Required.Take(60).Max();

    /// <summary>A fresh resource under this demand. Every call gives one that behaves the same.</summary>
    public SimulatedResource Resource() => new(minute => Demand[minute], Parameters, Ladder, StartUnits, Seed);

    /// <summary>The smallest step for each demand.</summary>
    public static int[] RequiredFor(IReadOnlyList<MinuteDemand> demand, UnitLadder ladder)
    {
        var required = new int[demand.Count];
        for (var i = 0; i < required.Length; i++)
        {
            required[i] = ladder[ladder.IndexAtLeast(demand[i].RequiredUnits)];
        }

        return required;
    }
}

/// <summary>What a replayed resource is, beside its demand.</summary>
/// <param name="Sku">The SKU whose ladder the scenario has.</param>
/// <param name="CountsServerLeg">Whether its traffic metrics count the leg to the app servers.</param>
public sealed record ResourceProfile(ServiceKind Service, ServiceMode Mode, string Sku, bool CountsServerLeg)
{
    /// <summary>The resource that the bench is defined by: Standard_S1, traffic of the client side only.</summary>
    public static ResourceProfile Bench { get; } = new(ServiceKind.SignalR, ServiceMode.Default, "Standard_S1", false);
}
