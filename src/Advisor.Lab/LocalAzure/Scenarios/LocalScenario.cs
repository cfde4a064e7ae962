using Advisor.Lab.LocalAzure.Resources;

namespace Advisor.Lab.LocalAzure.Scenarios;

/// <summary>Resources of the tests and of the demo, and large fleets for benchmarks.</summary>
public static class LocalScenario
{
    /// <summary>
    /// Ten resources, one for each case that an evaluation must get right. The figures beside each are used / limit at the middle of the
    /// daily wave (plus and minus 2 %): the limiting factor leads the next limit by 0.08 or more, several times the noise of the server
    /// load, so that it is the same at any time.
    /// </summary>
    public static IReadOnlyList<LocalResourceSpec> Ten { get; } = [.. TenResources.All];

    /// <summary>
    /// Twelve resources for <c>advisor demo</c>: each shows one thing that Advisor knows, and units are most of the bill. The limiting
    /// factor of each is the same at any time of any day.
    /// </summary>
    public static IReadOnlyList<LocalResourceSpec> Demo { get; } = [.. DemoFleet.All];

    /// <summary>Creates a fleet for benchmarks: the same seed gives the same fleet. Every fourth resource is Web PubSub.</summary>
    /// <param name="count">Number of resources, 0 or more.</param>
    /// <param name="regions">Number of regions, 1 or more.</param>
    /// <param name="seed">Seed of loads and sizes.</param>
    public static IReadOnlyList<LocalResourceSpec> CreateMany(int count, int regions = 1, int seed = 1) =>
        ManyResources.Create(count, regions, seed);
}
