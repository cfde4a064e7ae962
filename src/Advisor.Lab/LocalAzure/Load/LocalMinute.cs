using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Load;

/// <summary>One minute of a service, from which every metric is computed.</summary>
/// <param name="Minute">Minute of the demand, minutes since 1970, UTC.</param>
/// <param name="QuotaPercent">Connections in percent of the connection quota.</param>
/// <param name="LoadWithoutNoise">Server load without noise, in percent, not clipped.</param>
/// <param name="LoadNoise">Standard deviation of the noise of the server load, in percentage points.</param>
/// <param name="DrawnNoise">
/// Noise of this minute in percentage points, if drawn by a series; null = computed from <paramref name="LoadNoise"/>.
/// </param>
/// <param name="InboundBytes">Bytes in that minute.</param>
/// <param name="OutboundBytes">Bytes in that minute.</param>
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
    /// <summary>Whether all metrics are missing.</summary>
    public bool IsMissing { get; init; }

    /// <summary>Operations that failed inside the service, in percent.</summary>
    public double SystemErrors { get; init; }

    /// <summary>Clients beyond what the size accepts: they connect each minute, and each is closed as throttled.</summary>
    public double Refused { get; init; }

    /// <summary>Failed operations of clients in percent: the refused ones, of all that are connected or try.</summary>
    public double UserErrors => Refused > 0 ? 100 * Refused / (Connections + Refused) : 0;

    /// <summary>Additional connections opened.</summary>
    public double Opens { get; init; }

    /// <summary>Additional connections closed, by category; null when there are none.</summary>
    public IReadOnlyDictionary<string, double>? Closes { get; init; }

    /// <summary>Returns the server load with the noise of this minute, clipped to 0..100 and rounded to 0.01.</summary>
    public double ComputeServerLoad(SeededNoise noise) =>
        Math.Round(Math.Clamp(LoadWithoutNoise + (DrawnNoise ?? (LoadNoise * noise.DrawNormal((ulong)Minute))), 0, 100), 2);
}
