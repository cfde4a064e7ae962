using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>The resources of the scope, listed again when the list is old, and kept as snapshots that batches read.</summary>
internal sealed class Discovered(ServiceParts parts)
{
    private static readonly TimeSpan KeptFresh = TimeSpan.FromDays(1);

    private FleetListing? listing;
    private DateTimeOffset listedAt;

    /// <summary>The list in use; what could not be read is among its failures, with the resources of the list before in their places.</summary>
    public async Task<FleetListing> AtAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        if (listing is { } known && now - listedAt < parts.Options.DiscoveryEvery && now >= listedAt)
        {
            return known;
        }

        var found = await parts.Fleet.ListAsync(parts.Options.Scope, cancellation);
        found = found with { Resources = [.. found.Resources, .. Unseen(found)] };
        await KeepAsync(found.Resources, now, cancellation);

        // A list with holes is made anew at the next tick.
        (listing, listedAt) = (found, found.Failures.Count == 0 ? now : DateTimeOffset.MinValue);
        return found;
    }

    // A subscription that cannot be listed for a moment has not lost its resources.
    private IEnumerable<FleetResource> Unseen(FleetListing found)
    {
        var ids = found.Resources.Select(r => r.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return (listing?.Resources ?? []).Where(r => !ids.Contains(r.Id) && found.Failures.Any(f => f.Code != "NotFound" && Covers(f.ResourceId, r.Id)));
    }

    private static bool Covers(string scope, string id) =>
        id.StartsWith(scope, StringComparison.OrdinalIgnoreCase) && (id.Length == scope.Length || id[scope.Length] == '/');

    /// <summary>Writes the snapshots that differ; one that was written after the list was asked for knows better.</summary>
    private async Task KeepAsync(IReadOnlyList<FleetResource> resources, DateTimeOffset now, CancellationToken cancellation)
    {
        var kept = await SnapshotsAsync(cancellation);
        var changed = resources.Select(r => (r.Id, Content: ResourceSnapshot.Write(r))).Where(r => !kept.TryGetValue(r.Id, out var old)
            || (old.At <= now && (now - old.At > KeptFresh || !old.Content.Span.SequenceEqual(r.Content))));
        await Parallel.ForEachAsync(
            changed,
            new ParallelOptions { MaxDegreeOfParallelism = 16, CancellationToken = cancellation },
            async (r, cancel) => await parts.State.SaveSnapshotAsync(r.Id, ResourceSnapshot.Version, now, r.Content, cancel));
    }

    private async Task<Dictionary<string, Snapshot>> SnapshotsAsync(CancellationToken cancellation)
    {
        var kept = new Dictionary<string, Snapshot>(StringComparer.OrdinalIgnoreCase);
        for (SnapshotPosition? next = null; ;)
        {
            var page = await parts.State.SnapshotsAsync(next, RowLimits.PageRows, cancellation);
            foreach (var snapshot in page.Snapshots)
            {
                if (ResourceSnapshot.Read(snapshot.Version, snapshot.Content) is { } resource)
                {
                    kept[resource.Id] = snapshot;
                }
            }

            if ((next = page.Next) is null)
            {
                return kept;
            }
        }
    }
}
