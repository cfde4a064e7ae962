using Advisor.Core.Metrics;

namespace Advisor.Simulation.Baselines;

/// <summary>What a policy may look at in one minute of a replay.</summary>
/// <param name="Minute">Minutes since the start of the replay.</param>
/// <param name="Time">The instant of that minute.</param>
/// <param name="MeasuredMinute">The minute that <paramref name="Readings"/> describe: the newest visible one.</param>
/// <param name="Readings">Its metrics.</param>
/// <param name="MeasuredUnits">Units in force in the minute of the readings.</param>
/// <param name="Units">Units in force now.</param>
/// <param name="ChangeInProgress">Whether a change is in progress; a wish is then not asked for.</param>
public readonly record struct MinuteView(
    int Minute,
    DateTimeOffset Time,
    int MeasuredMinute,
    MetricReadings Readings,
    int MeasuredUnits,
    int Units,
    bool ChangeInProgress
);

/// <summary>
/// Something that sizes a resource: a baseline, or Advisor. Used for one replay, asked once a minute from the first visible metrics on,
/// also while a change is in progress, so that it can learn.
/// </summary>
public interface ISizingPolicy
{
    /// <summary>The units that the policy wants; those in force where it wants no change. Always a step of the ladder.</summary>
    int ChooseUnits(in MinuteView view);
}
