using Advisor.Core.Metrics;

namespace Advisor.Lab.Baselines;

/// <summary>Input of a policy for one minute of a replay.</summary>
/// <param name="Minute">Minutes since the start of the replay.</param>
/// <param name="Time">Time of that minute.</param>
/// <param name="MeasuredMinute">The minute described by <paramref name="Readings"/>: the newest visible one.</param>
/// <param name="Readings">Metrics of the measured minute.</param>
/// <param name="Units">Units in force now.</param>
/// <param name="ChangeInProgress">Whether a change is in progress; the result is then ignored.</param>
public readonly record struct MinuteView(
    int Minute,
    DateTimeOffset Time,
    int MeasuredMinute,
    MetricReadings Readings,
    int Units,
    bool ChangeInProgress
);

/// <summary>
/// A policy that sizes a resource: a baseline, or Advisor. Used for one replay and called once a minute from the first visible metrics on,
/// also while a change is in progress, so that it can learn.
/// </summary>
public interface ISizingPolicy
{
    /// <summary>Returns the units to use; the units in force for no change. Always a step of the ladder.</summary>
    int SelectUnits(in MinuteView view);
}
