using Advisor.Simulation.Resources;

namespace Advisor.LocalAzure.Load;

/// <summary>
/// The demand on one resource: connections that send in a shape, answered by the simulated service under its law. Stationary, with a small
/// daily wave, so that what binds is the same at any time of day.
/// </summary>
public sealed record LocalLoad
{
    private const int MinutesOfDay = 1440;
    private const int MorningCrossing = 540;
    private static readonly double[] Wave =
    [
        .. Enumerable.Range(0, MinutesOfDay).Select(m => Math.Sin(2 * Math.PI * (m - MorningCrossing) / MinutesOfDay)),
    ];

    /// <summary>Client and server connections at the middle of the wave, 0 or more.</summary>
    public double Connections { get; init; }

    /// <summary>How each connection sends, and the ceilings of the pattern.</summary>
    public LoadShape Shape { get; init; } = LoadShape.Echo;

    /// <summary>How server load follows from traffic and connections, and its noise.</summary>
    public SimulationParameters Law { get; init; } = SimulationParameters.Default;

    /// <summary>Half of the daily swing as a share of the middle: 0.02 is plus and minus 2 %. The peak is at 15:00 UTC.</summary>
    public double DailyWave { get; init; } = 0.02;

    /// <summary>Where set, the demand is this series in place of <see cref="Connections"/> with <see cref="DailyWave"/>.</summary>
    public LocalSeries? Series { get; init; }

    /// <summary>Where set, server load stays here whatever the traffic: the stale record of an abnormal exit.</summary>
    public double? StuckServerLoad { get; init; }

    /// <summary>Whether every bucket of every metric is empty.</summary>
    public bool AllMetricsMissing { get; init; }

    /// <summary>What happens at which time; a later step goes before an earlier one.</summary>
    public IReadOnlyList<LoadStep> Steps { get; init; } = [];

    /// <summary>The step in force in a minute, counted from 1970, UTC; null where none is.</summary>
    public LoadStep? FindStep(long minute)
    {
        LoadStep? step = null;
        for (var i = 0; i < Steps.Count; i++)
        {
            step = Steps[i].IsActive(minute) ? Steps[i] : step;
        }

        return step;
    }

    /// <summary>What the service does in one minute at a size.</summary>
    /// <param name="minute">Minutes since 1970, UTC.</param>
    /// <param name="units">The units of that minute.</param>
    /// <param name="connectionsPerUnit">1,000, or 20 of the free class.</param>
    /// <param name="bothLegs">Whether the traffic metrics count the leg to the app servers, as in the default service mode.</param>
    internal LocalMinute ComputeMinute(long minute, int units, int connectionsPerUnit, bool bothLegs)
    {
        var step = FindStep(minute);
        var connections =
            Series?.GetConnections(minute)
            ?? Math.Round((step?.Connections ?? Connections) * (1 + (DailyWave * Wave[(int)(minute % MinutesOfDay)])));
        var demand = Shape.ComputeDemand(connections, Law);
        var (inbound, outbound) = (demand.InboundBytes!.Value, demand.OutboundBytes!.Value);
        return new LocalMinute(
            minute,
            connections,
            100 * connections / ((double)connectionsPerUnit * units),
            step?.StuckServerLoad ?? StuckServerLoad ?? (demand.LoadAtOneUnit / units),
            Law.NoiseSd,
            Series?.GetNoise(minute),
            bothLegs ? 2 * inbound : inbound,
            bothLegs ? inbound + outbound : outbound
        )
        {
            IsMissing = AllMetricsMissing || step is { MetricsMissing: true },
            SystemErrors = step?.SystemErrors ?? 0,
            Opens = step?.Opens ?? 0,
            Closes = step?.Closes,
        };
    }
}
