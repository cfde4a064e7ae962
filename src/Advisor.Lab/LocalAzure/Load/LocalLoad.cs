using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Load;

/// <summary>
/// Demand on one resource: connections with a traffic shape, served by the simulated service with its parameters. Stationary except for a
/// small daily wave, so that the limiting factor is the same at any time of day.
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

    /// <summary>Traffic per connection, and the limits of the pattern.</summary>
    public LoadShape Shape { get; init; } = LoadShape.Echo;

    /// <summary>Parameters that determine the server load from traffic and connections, and its noise.</summary>
    public SimulationParameters Law { get; init; } = SimulationParameters.Default;

    /// <summary>Amplitude of the daily wave as a share of the middle: 0.02 is plus and minus 2 %. The peak is at 15:00 UTC.</summary>
    public double DailyWave { get; init; } = 0.02;

    /// <summary>Demand as a series; if set, it replaces <see cref="Connections"/> with <see cref="DailyWave"/>.</summary>
    public LocalSeries? Series { get; init; }

    /// <summary>Constant server load in percent, if set, whatever the traffic: the stale record of an abnormal exit.</summary>
    public double? StuckServerLoad { get; init; }

    /// <summary>Whether every bucket of every metric is empty.</summary>
    public bool AllMetricsMissing { get; init; }

    /// <summary>Scheduled steps; an earlier one is overridden by a later one.</summary>
    public IReadOnlyList<LoadStep> Steps { get; init; } = [];

    /// <summary>Finds the step in force in a minute, counted from 1970, UTC; null when there is none.</summary>
    public LoadStep? FindStep(long minute)
    {
        LoadStep? step = null;
        for (var i = 0; i < Steps.Count; i++)
        {
            step = Steps[i].IsActive(minute) ? Steps[i] : step;
        }

        return step;
    }

    /// <summary>Computes one minute of the service at a size.</summary>
    /// <param name="minute">Minutes since 1970, UTC.</param>
    /// <param name="units">Units in that minute.</param>
    /// <param name="connectionsPerUnit">Connections per unit: 1,000, or 20 in the free SKU.</param>
    /// <param name="bothLegs">Whether the traffic metrics include the leg to the app servers, as in the default service mode.</param>
    internal LocalMinute ComputeMinute(long minute, int units, int connectionsPerUnit, bool bothLegs)
    {
        var step = FindStep(minute);

        // Whole ones: what is left of a fraction would be a client that is refused.
        var connections = Math.Round(
            Series?.GetConnections(minute) ?? ((step?.Connections ?? Connections) * (1 + (DailyWave * Wave[(int)(minute % MinutesOfDay)])))
        );
        var demand = Shape.ComputeDemand(connections, Law);
        var served = ServedShare.Compute(demand, units, Law, connectionsPerUnit);
        var (inbound, outbound) = (demand.InboundBytes!.Value * served.Traffic, demand.OutboundBytes!.Value * served.Traffic);
        var accepted = Math.Round(connections * served.Connections);
        return new LocalMinute(
            minute,
            accepted,
            100 * accepted / ((double)connectionsPerUnit * units),
            step?.StuckServerLoad ?? StuckServerLoad ?? served.ComputeLoad(demand, units, Law),
            Law.NoiseSd,
            Series?.GetNoise(minute),
            bothLegs ? 2 * inbound : inbound,
            bothLegs ? inbound + outbound : outbound
        )
        {
            IsMissing = AllMetricsMissing || step is { MetricsMissing: true },
            SystemErrors = step?.SystemErrors ?? 0,
            Refused = connections - accepted,
            Opens = step?.Opens ?? 0,
            Closes = step?.Closes,
        };
    }
}
