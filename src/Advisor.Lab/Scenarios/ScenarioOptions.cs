namespace Advisor.Lab.Scenarios;

/// <summary>Options for building scenarios from traces; the defaults are those of the bench.</summary>
public sealed record ScenarioOptions
{
    /// <summary>Days to skip at the start of each trace, 0 or more.</summary>
    public double FromDay { get; init; }

    /// <summary>Maximum length in days, above 0.</summary>
    public double Days { get; init; } = 14;

    /// <summary>Days at the start whose 99.9 % quantile is scaled to the peak units, above 0; null = all that are replayed.</summary>
    public double? ScaleDays { get; init; }

    /// <summary>Standard deviation of the independent noise that multiplies every minute, 0 for none.</summary>
    public double MinuteNoise { get; init; }

    /// <summary>Seed of a varied run, in which each scenario has its own parameters; null for the plain bench.</summary>
    public ulong? Vary { get; init; }

    /// <summary>
    /// Whether metrics show the whole demand at any size, as in the tables before sizes could be full; false: a full size refuses.
    /// </summary>
    public bool Unsaturated { get; init; }

    /// <summary>Seed of noise and change durations.</summary>
    public ulong Seed { get; init; } = 7;

    /// <summary>Shapes to build; empty = all four.</summary>
    public IReadOnlyList<string> Shapes { get; init; } = [];

    /// <summary>Units at the 99.9 % quantile, each above 0; empty = 8 for echo and chatty, 45 for broadcast and smallgroup.</summary>
    public IReadOnlyList<double> PeakUnits { get; init; } = [];
}
