using Advisor.Simulation.Plant;

namespace Advisor.LocalAzure.Load;

/// <summary>
/// A measured demand in place of the daily wave, with the draws of the bench's simulated resource: noise and the time that changes take are those of a
/// backtest with the same seed, so that the two can be compared.
/// </summary>
/// <param name="Start">The first minute.</param>
/// <param name="Connections">By minute, one or more; before the first and after the last, that one holds.</param>
/// <param name="Draws">What chance decides, by minutes since <paramref name="Start"/>.</param>
public sealed record LocalSeries(DateTimeOffset Start, IReadOnlyList<double> Connections, PlantDraws Draws)
{
    // A change that is asked for at the beginning of a minute is in effect at the beginning of another: it ends in the last seconds before it.
    private static readonly TimeSpan EndsBefore = TimeSpan.FromSeconds(10);

    internal double ConnectionsAt(long minute) => Connections[IndexOf(minute)];

    internal double NoiseAt(long minute) => Draws.Noise(IndexOf(minute));

    internal TimeSpan ChangeTime(DateTimeOffset now) => TimeSpan.FromMinutes(Draws.DelayMinutes(IndexOf(LocalClock.MinuteOf(now)))) - EndsBefore;

    private int IndexOf(long minute) => (int)Math.Clamp(minute - LocalClock.MinuteOf(Start), 0, Connections.Count - 1);
}
