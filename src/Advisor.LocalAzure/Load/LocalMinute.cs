using Advisor.Simulation.Plant;

namespace Advisor.LocalAzure.Load;

/// <summary>One minute of a service, before it is asked for one metric or another.</summary>
/// <param name="Minute">Of the demand, minutes since 1970, UTC.</param>
/// <param name="QuietLoad">Server load without its noise, not clipped.</param>
/// <param name="InboundBytes">In that minute.</param>
/// <param name="OutboundBytes">In that minute.</param>
internal readonly record struct LocalMinute(
    long Minute,
    double Connections,
    double QuotaPercent,
    double QuietLoad,
    double LoadNoise,
    double InboundBytes,
    double OutboundBytes)
{
    /// <summary>Server load with the noise of this minute, clipped to 0..100 and rounded to a hundredth.</summary>
    public double ServerLoad(SeededNoise noise) =>
        Math.Round(Math.Clamp(QuietLoad + (LoadNoise * noise.Normal((ulong)Minute)), 0, 100), 2);
}
