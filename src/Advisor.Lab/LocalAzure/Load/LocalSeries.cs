using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Load;

/// <summary>
/// A measured demand in place of the daily wave, with the random events of the bench's simulated resource: noise and change durations equal
/// those of a backtest with the same seed, so that the results are comparable.
/// </summary>
/// <param name="Start">The first minute.</param>
/// <param name="Connections">Connections by minute, one or more; the first and last value extend before and after the series.</param>
/// <param name="Draws">Random events, by minutes since <paramref name="Start"/>.</param>
public sealed record LocalSeries(DateTimeOffset Start, IReadOnlyList<double> Connections, SimulationDraws Draws)
{
    // A change requested at the start of a minute takes effect at the start of a later one: it ends in the last seconds before that.
    private static readonly TimeSpan EndsBefore = TimeSpan.FromSeconds(10);

    internal double GetConnections(long minute) => Connections[FindIndex(minute)];

    internal double GetNoise(long minute) => Draws.DrawNoise(FindIndex(minute));

    internal TimeSpan DrawScalingTime(DateTimeOffset now) =>
        TimeSpan.FromMinutes(Draws.DrawDelayMinutes(FindIndex(LocalClock.ToMinute(now)))) - EndsBefore;

    private int FindIndex(long minute) => (int)Math.Clamp(minute - LocalClock.ToMinute(Start), 0, Connections.Count - 1);
}
