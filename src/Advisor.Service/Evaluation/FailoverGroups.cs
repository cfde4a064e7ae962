using Advisor.Core.Advice;
using Advisor.Core.Fleet;
using Advisor.Core.Observations;
using Advisor.Core.Settings;
using Advisor.Service.Store;

namespace Advisor.Service.Evaluation;

/// <summary>What the members of resources with geo-replicas require, from which each learns what it would have to take over.</summary>
/// <param name="loads">Requirement by resource id, case-insensitive; those not known are absent.</param>
internal sealed class FailoverGroups(IReadOnlyDictionary<string, FailoverLoad> loads)
{
    // An idle resource is evaluated every few minutes only; the state of one that is older says nothing of the last hour.
    private static readonly TimeSpan MaxAge = TimeSpan.FromHours(1);

    /// <summary>Nothing is known of any resource.</summary>
    public static FailoverGroups Unknown { get; } = new(new Dictionary<string, FailoverLoad>());

    /// <summary>
    /// Reads what the peers of a batch require: from the loaded states of the batch, and one read for each peer in another batch, as of its
    /// last evaluation.
    /// </summary>
    public static async Task<FailoverGroups> ReadAsync(
        AdvisorState state,
        IReadOnlyList<BatchResource> batch,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var peers = batch.SelectMany(one => one.Resource?.Peers ?? []).ToHashSet(StringComparer.OrdinalIgnoreCase);
        if (peers.Count == 0)
        {
            return Unknown;
        }

        var loads = new Dictionary<string, FailoverLoad>(StringComparer.OrdinalIgnoreCase);
        foreach (var one in batch.Where(one => peers.Remove(one.Stored.ResourceId)))
        {
            Add(one.Stored.ResourceId, one.Document);
        }

        foreach (var id in peers)
        {
            // A row that cannot be read is reported by the batch of its resource; here it is unknown.
            var (stored, _) = await FaultIsolation.RunAsync(() => state.LoadAsync(id, cancellation));
            Add(id, stored is null ? null : ResourceStateDocument.Read(stored.State).Memory);
        }

        return new FailoverGroups(loads);

        void Add(string id, ResourceStateDocument? document)
        {
            if (document?.State is { } known && now - known.Time <= MaxAge && known.FindFailoverLoad() is { } load)
            {
                loads[id] = load;
            }
        }
    }

    /// <summary>Returns those that take over if a resource fails; null if there are none, or if its settings do not ask for it.</summary>
    public FailoverGroup? Find(FleetResource resource)
    {
        if (resource.Settings.Failover == FailoverTarget.None || (resource.Peers.Count == 0 && !resource.HasUnknownPeers))
        {
            return null;
        }

        var total = default(FailoverLoad);
        var isKnown = !resource.HasUnknownPeers;
        foreach (var id in resource.Peers)
        {
            isKnown &= loads.TryGetValue(id, out var load);
            total += load;
        }

        return new FailoverGroup(Math.Max(1, resource.Peers.Count), isKnown ? total : null);
    }
}
