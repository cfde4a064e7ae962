using System.Globalization;
using Advisor.Core.Fleet;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Tick;

/// <summary>
/// Resources that the next ticks skip: those idle at their last evaluation, until the polling tick of their region. Learned from the batch
/// records of earlier ticks and kept in memory only: a process that has just started skips none.
/// </summary>
/// <param name="pollInterval">Polling interval of idle resources.</param>
/// <param name="interval">Time between two ticks.</param>
internal sealed class IdleResources(TimeSpan pollInterval, TimeSpan interval)
{
    private readonly Dictionary<string, DateTimeOffset> found = new(StringComparer.Ordinal);
    private readonly long every = Math.Max(1, pollInterval.Ticks / interval.Ticks);

    /// <summary>Adds the idle resources found by the batches of a tick; idempotent.</summary>
    public void Learn(TickProgress progress)
    {
        foreach (var key in progress.CompletedBatches.SelectMany(batch => batch.IdleResources))
        {
            found[key] = found.TryGetValue(key, out var known) && known > progress.Tick.Tick ? known : progress.Tick.Tick;
        }
    }

    /// <summary>Whether a tick skips a resource.</summary>
    public bool IsSkipped(FleetResource resource, DateTimeOffset tick) =>
        found.Count > 0
        && found.TryGetValue(EvaluationBatch.ComputeIdleKey(resource.Id), out var at)
        && tick < ComputeNextPoll(resource.Region, at);

    /// <summary>Removes entries that no tick from this one on needs.</summary>
    public void Forget(DateTimeOffset tick)
    {
        foreach (var key in found.Where(mark => mark.Value + (every * interval) <= tick).Select(mark => mark.Key).ToList())
        {
            found.Remove(key);
        }
    }

    // Idle resources of a region are polled in the same tick, so that an outage of the region is one message; regions use different ticks.
    private DateTimeOffset ComputeNextPoll(string region, DateTimeOffset tick)
    {
        var number = (tick.UtcTicks / interval.Ticks) + long.Parse(EvaluationBatch.ComputeIdleKey(region), NumberStyles.HexNumber);
        return tick + ((every - (number % every)) * interval);
    }
}
