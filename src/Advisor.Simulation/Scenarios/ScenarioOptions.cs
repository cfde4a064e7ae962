namespace Advisor.Simulation.Scenarios;

/// <summary>How scenarios are made of traces; the defaults are those of the bench.</summary>
public sealed record ScenarioOptions
{
    /// <summary>Days of each trace to leave out at its start, 0 or more.</summary>
    public double FromDay { get; init; }

    /// <summary>Maximum length in days, above 0.</summary>
    public double Days { get; init; } = 14;

    /// <summary>Standard deviation of independent noise by which every minute is multiplied, 0 for none.</summary>
    public double MinuteNoise { get; init; }

    /// <summary>Seed of a varied run, in which each scenario obeys another law; null for the plain one.</summary>
    public ulong? Vary { get; init; }

    /// <summary>Seed of noise and delays.</summary>
    public ulong Seed { get; init; } = 7;

    /// <summary>The only shapes to make; empty = all four.</summary>
    public IReadOnlyList<string> Shapes { get; init; } = [];

    /// <summary>Units at the 99.9 % quantile, each above 0; empty = 8 for echo and chatty, 45 for broadcast and smallgroup.</summary>
    public IReadOnlyList<double> PeakUnits { get; init; } = [];
}
