namespace Advisor.Lab.Resources;

/// <summary>
/// Parameters of a simulated resource. They define the bench and are not facts about Azure: a policy must learn them from the metrics.
/// </summary>
/// <param name="CpuLoad">Server load in percent at the traffic limit of a unit: 70.</param>
/// <param name="ConnectionLoad">Server load in percent at the connection limit of a unit: 8.</param>
/// <param name="NoiseSd">Standard deviation of the noise of the reported server load, in percentage points: 1.</param>
/// <param name="LagMinutes">Minutes until the metrics of a minute can be read: 2.</param>
/// <param name="SlowChance">Probability that a change takes 30 minutes instead of 3, 4 or 5: 0.02.</param>
/// <param name="Saturates">
/// Whether a full size refuses and slows: metrics then show what was served. False shows the whole demand at any size, as no Azure does.
/// </param>
public sealed record SimulationParameters(
    double CpuLoad = 70,
    double ConnectionLoad = 8,
    double NoiseSd = 1,
    int LagMinutes = 2,
    double SlowChance = 0.02,
    bool Saturates = true
)
{
    /// <summary>Maximum number of connections of one unit.</summary>
    public const double ConnectionsPerUnit = 1000;

    /// <summary>Server load, in percent, at which a unit works as fast as it can.</summary>
    public const double FullLoad = 100;

    /// <summary>Messages per second to small groups that one unit routes.</summary>
    public const double RoutedPerUnit = 200;

    /// <summary>Messages per second to small groups beyond which more units route no more.</summary>
    public const double RoutingWall = 10_000;

    /// <summary>Duration of a slow change, in minutes.</summary>
    public const int SlowDelay = 30;

    /// <summary>Parameters of the plain bench.</summary>
    public static SimulationParameters Default { get; } = new();

    /// <summary>Returns the parameters for one scenario: drawn in a varied run, otherwise those of the plain bench.</summary>
    /// <param name="vary">Seed of a varied run; null for the plain bench.</param>
    public static SimulationParameters Create(ulong? vary, int scenario, bool saturates) =>
        (vary is { } seed ? Draw(seed, scenario) : Default) with
        {
            Saturates = saturates,
        };

    /// <summary>Draws the parameters for one scenario of a varied run; the same seed and number give the same parameters.</summary>
    public static SimulationParameters Draw(ulong seed, int scenario)
    {
        var random = new SeededNoise(seed).Fork((ulong)scenario);
        return new SimulationParameters(
            random.DrawFrom(0, 55.0, 65, 70, 80),
            random.DrawFrom(1, 4.0, 8, 15),
            random.DrawFrom(2, 0.5, 1, 2),
            random.DrawFrom(3, 1, 2, 3, 4),
            random.DrawFrom(4, 0, 0.02, 0.05)
        );
    }
}
