using Advisor.Simulation.Resources;

namespace Advisor.LocalAzure.Load;

/// <summary>One minute of a service, before it is asked for one metric or another.</summary>
/// <param name="Minute">Of the demand, minutes since 1970, UTC.</param>
/// <param name="LoadWithoutNoise">Server load without its noise, not clipped.</param>
/// <param name="DrawnNoise">The noise of this minute in points where a series has drawn it; null = by <paramref name="LoadNoise"/>.</param>
/// <param name="InboundBytes">In that minute.</param>
/// <param name="OutboundBytes">In that minute.</param>
internal readonly record struct LocalMinute(
    long Minute,
    double Connections,
    double QuotaPercent,
    double LoadWithoutNoise,
    double LoadNoise,
    double? DrawnNoise,
    double InboundBytes,
    double OutboundBytes
)
{
    /// <summary>Whether every metric is missing.</summary>
    public bool IsMissing { get; init; }

    /// <summary>Operations that failed inside of the service, in percent.</summary>
    public double SystemErrors { get; init; }

    /// <summary>Connections opened, besides the usual ones.</summary>
    public double Opens { get; init; }

    /// <summary>Connections closed by category, besides the usual ones; null where there are none.</summary>
    public IReadOnlyDictionary<string, double>? Closes { get; init; }

    /// <summary>Server load with the noise of this minute, clipped to 0..100 and rounded to a hundredth.</summary>
    public double ServerLoad(SeededNoise noise) =>
        Math.Round(Math.Clamp(LoadWithoutNoise + (DrawnNoise ?? (LoadNoise * noise.Normal((ulong)Minute))), 0, 100), 2);
}
