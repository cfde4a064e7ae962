namespace Advisor.Simulation.Resources;

/// <summary>
/// The numbers that a simulated resource obeys. They are a definition of the bench, not facts about Azure: a policy must learn them from
/// the metrics.
/// </summary>
/// <param name="CpuLoad">Percent of server load at the byte ceilings of a unit: 70.</param>
/// <param name="ConnectionLoad">Percent of server load at the connection limit of a unit: 8.</param>
/// <param name="NoiseSd">Standard deviation of the noise on the reported server load, in points: 1.</param>
/// <param name="LagMinutes">Minutes until the metrics of a minute can be read: 2.</param>
/// <param name="SlowChance">Chance that a change takes 30 minutes and not 3, 4 or 5: 0.02.</param>
public sealed record SimulationParameters(
    double CpuLoad = 70,
    double ConnectionLoad = 8,
    double NoiseSd = 1,
    int LagMinutes = 2,
    double SlowChance = 0.02
)
{
    /// <summary>Percent of server load up to which a minute is not overloaded.</summary>
    public const double TargetLoad = 70;

    /// <summary>Connections that one unit holds.</summary>
    public const double ConnectionsPerUnit = 1000;

    /// <summary>Share of them up to which a minute is not overloaded: beyond all of them Azure refuses clients.</summary>
    public const double ConnectionsTarget = 0.9;

    /// <summary>Messages per second of small groups that one unit routes.</summary>
    public const double RoutedPerUnit = 200;

    /// <summary>Messages per second of small groups beyond which more units route no more.</summary>
    public const double RoutingWall = 10_000;

    /// <summary>Minutes of a change that takes long.</summary>
    public const int SlowDelay = 30;

    /// <summary>The law of the plain bench.</summary>
    public static SimulationParameters Default { get; } = new();

    /// <summary>A law drawn for one scenario of a varied run; the same seed and number draw the same law.</summary>
    public static SimulationParameters Draw(ulong seed, int scenario)
    {
        var random = new SeededNoise(seed).Fork((ulong)scenario);
        return new SimulationParameters(
            random.Pick(0, 55.0, 65, 70, 80),
            random.Pick(1, 4.0, 8, 15),
            random.Pick(2, 0.5, 1, 2),
            random.Pick(3, 1, 2, 3, 4),
            random.Pick(4, 0, 0.02, 0.05)
        );
    }
}
