using System.Globalization;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>
/// Which resources the next ticks pass over: those that their last evaluation found idle, until their own tick of every few comes. Learned from what batches
/// wrote of earlier ticks and kept in memory only: a process that has just started passes over none.
/// </summary>
/// <param name="lookEvery">How often an idle resource is looked at.</param>
/// <param name="interval">Time between two ticks.</param>
internal sealed class IdleResources(TimeSpan lookEvery, TimeSpan interval)
{
    private readonly Dictionary<string, DateTimeOffset> until = new(StringComparer.Ordinal);
    private readonly long every = Math.Max(1, lookEvery.Ticks / interval.Ticks);

    /// <summary>How a batch names an idle resource: 48 bits of its hash.</summary>
    public static string KeyOf(string resourceId) => StateKeys.Hash(resourceId)[..12];

    /// <summary>Takes in what batches of a tick found; the same batch twice changes nothing.</summary>
    public void Learn(SweepProgress progress)
    {
        foreach (var key in progress.Done.SelectMany(shard => shard.Idle))
        {
            var next = NextLook(key, progress.Sweep.Tick);
            until[key] = until.TryGetValue(key, out var known) && known > next ? known : next;
        }
    }

    /// <summary>Whether a tick passes over a resource.</summary>
    public bool Rests(string resourceId, DateTimeOffset tick) => until.Count > 0 && until.TryGetValue(KeyOf(resourceId), out var next) && tick < next;

    /// <summary>Forgets what has passed.</summary>
    public void Forget(DateTimeOffset tick)
    {
        foreach (var key in until.Where(mark => mark.Value <= tick).Select(mark => mark.Key).ToList())
        {
            until.Remove(key);
        }
    }

    // Each has a tick of its own of every few, so that the looks at many spread evenly.
    private DateTimeOffset NextLook(string key, DateTimeOffset tick)
    {
        var number = (tick.UtcTicks / interval.Ticks) + long.Parse(key, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return tick + ((every - (number % every)) * interval);
    }
}
