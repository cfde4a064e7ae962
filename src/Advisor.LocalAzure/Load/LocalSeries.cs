using Advisor.Simulation.Resources;

namespace Advisor.LocalAzure.Load;

/// <summary>
/// A measured demand in place of the daily wave, with the draws of the bench's simulated resource: noise and the time that changes take are
/// those of a backtest with the same seed, so that the two can be compared.
/// </summary>
/// <param name="Start">The first minute.</param>
/// <param name="Connections">By minute, one or more; before the first and after the last, that one holds.</param>
/// <param name="Draws">What chance decides, by minutes since <paramref name="Start"/>.</param>
public sealed record LocalSeries(DateTimeOffset Start, IReadOnlyList<double> Connections, SimulationDraws Draws)
{
    // A change that is asked for at the beginning of a minute is in effect at the beginning of another: it ends in the last seconds before
    // it.
    private static readonly TimeSpan EndsBefore = TimeSpan.FromSeconds(10);

    internal double GetConnections(long minute) => Connections[FindIndex(minute)];

    internal double GetNoise(long minute) => Draws.Noise(FindIndex(minute));

    internal TimeSpan DrawScalingTime(DateTimeOffset now) =>
        TimeSpan.FromMinutes(Draws.DelayMinutes(FindIndex(LocalClock.ToMinute(now)))) - EndsBefore;

    private int FindIndex(long minute) => (int)Math.Clamp(minute - LocalClock.ToMinute(Start), 0, Connections.Count - 1);
}
