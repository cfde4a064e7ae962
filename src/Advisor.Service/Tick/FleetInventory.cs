using Advisor.Core.Fleet;
using Advisor.Service.Evaluation;
using Advisor.Service.Fleet;
using Advisor.Service.Store;

namespace Advisor.Service.Tick;

/// <summary>A list of the resources of the scope.</summary>
/// <param name="Deleted">
/// Resources missing from enough consecutive lists although their scope was read; every list names them until their snapshots are deleted.
/// </param>
/// <param name="ListedAt">Time of the query.</param>
internal sealed record Discovery(FleetListing Listing, IReadOnlyList<FleetResource> Deleted, DateTimeOffset ListedAt)
{
    /// <summary>Whether nothing could be listed at all.</summary>
    public bool IsUnknown => Listing.Resources.Count == 0 && Listing.Failures.Count > 0;
}

/// <summary>The resources of the scope: listed again when the list is old, and stored as snapshots that batches read.</summary>
internal sealed class FleetInventory(AdvisorState state, IFleet fleet, SettingsInForce settings, ServiceOptions options)
{
    private static readonly TimeSpan MaxSnapshotAge = TimeSpan.FromDays(1);

    // Their snapshots are written from the first list without them on; of their load the last hour counts.
    private static readonly TimeSpan DeletedAge = TimeSpan.FromHours(2);

    private FleetListing? listing;
    private DateTimeOffset listedAt;
    private IReadOnlyList<ReportedQuota> savedQuotas = [];

    /// <summary>
    /// Returns the current list. Whatever could not be read is among its failures and keeps the resources of the previous list.
    /// </summary>
    public async Task<Discovery> ListAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        if (listing is { } known && now - listedAt < options.DiscoveryInterval && now >= listedAt)
        {
            return new Discovery(known, [], listedAt);
        }

        var found = await fleet.ListAsync(options.Scope, cancellation);
        var kept = await ReadSnapshotsAsync(cancellation);
        var unread = FindUnread(found, kept);
        var resources = found.Resources.Concat(unread).Select(resource => settings.Apply(resource, now));
        found = found with
        {
            Resources = EndpointGroups.Join([.. resources], FindRecentlyDeleted(found, kept, now)),
            Quotas =
                unread.Count == 0
                    ? found.Quotas
                    : UnreadQuotas.Complete(found.Quotas, await state.Quotas.ListAsync(now, cancellation), unread),
        };
        await SaveSnapshotsAsync(found.Resources, kept, now, cancellation);
        await state.Quotas.SaveAsync(found.Quotas.Except(savedQuotas), cancellation);
        savedQuotas = found.Quotas;

        // Transient failures are listed again at the next tick.
        (listing, listedAt) = (found, found.Failures.All(IsPermanent) ? now : DateTimeOffset.MinValue);
        return new Discovery(found, await FindDeletedAsync(found, kept, now, cancellation), now);
    }

    // A second list a minute later would fail alike: not found, no permission, no registration, invalid scope, invalid settings.
    private static bool IsPermanent(FleetFailure failure) =>
        failure.Code
            is FailureCode.NotFound
                or FailureCode.Forbidden
                or FailureCode.Invalid
                or FailureCode.Settings
                or FailureCode.NotRegistered;

    // A subscription that cannot be listed for a moment still has its resources, with the size of the last change since. After a restart
    // they are those that were stored, where the failure says of which place of the scope it is.
    private List<FleetResource> FindUnread(FleetListing found, Dictionary<string, (Snapshot Row, ResourceSnapshot Known)> kept)
    {
        var ids = found.Resources.Select(r => r.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var stored = kept
            .Values.Select(one => one.Known)
            .Where(known => known.MissedLists is null && found.IsPlaceUnread(known.Id))
            .Select(known => known.Resource)
            .Where(resource => options.Scope.HasTags(resource));
        return
        [
            .. (listing?.Resources ?? [])
                .Where(resource => found.MayOmit(resource.Id))
                .Select(resource => kept.TryGetValue(resource.Id, out var newest) ? newest.Known.Resource : resource)
                .Concat(stored)
                .Where(resource => ids.Add(resource.Id)),
        ];
    }

    // Their clients arrive at those that served the same.
    private IReadOnlyList<FleetResource> FindRecentlyDeleted(
        FleetListing found,
        Dictionary<string, (Snapshot Row, ResourceSnapshot Known)> kept,
        DateTimeOffset now
    )
    {
        var ids = found.Resources.Select(resource => resource.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return
        [
            .. kept.Where(pair =>
                    !ids.Contains(pair.Key)
                    && !found.MayOmit(pair.Key)
                    && (pair.Value.Known.MissedLists is null || now - pair.Value.Row.At <= DeletedAge)
                )
                .Select(pair => settings.Apply(pair.Value.Known.Resource, now)),
        ];
    }

    /// <summary>Writes the snapshots that differ, except those written after the list was requested, which are newer.</summary>
    private async Task SaveSnapshotsAsync(
        IReadOnlyList<FleetResource> resources,
        Dictionary<string, (Snapshot Row, ResourceSnapshot Known)> kept,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var changed = resources
            .Select(r => (r.Id, Snapshot: Snapshot.Create(r, now)))
            .Where(r =>
                !kept.TryGetValue(r.Id, out var old)
                || old.Row.At > now + ClockMark.Tolerance
                || (
                    old.Row.At <= now && (now - old.Row.At > MaxSnapshotAge || !old.Row.Content.Span.SequenceEqual(r.Snapshot.Content.Span))
                )
            );
        await Parallel.ForEachAsync(
            changed,
            new ParallelOptions { MaxDegreeOfParallelism = 16, CancellationToken = cancellation },
            async (r, cancel) => await state.Snapshots.SaveAsync(r.Id, r.Snapshot, cancel)
        );
    }

    /// <summary>
    /// Counts the list for each resource that is missing from it although its scope was read. The count is stored, so that it survives a
    /// restart; it increases once per list interval, however many instances list.
    /// </summary>
    private async Task<IReadOnlyList<FleetResource>> FindDeletedAsync(
        FleetListing found,
        Dictionary<string, (Snapshot Row, ResourceSnapshot Known)> kept,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var ids = found.Resources.Select(resource => resource.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var deleted = new List<FleetResource>();
        var lacked = kept.Where(pair => !ids.Contains(pair.Key) && !found.MayOmit(pair.Key));
        foreach (var (id, (row, known)) in lacked.OrderBy(pair => pair.Key, StringComparer.OrdinalIgnoreCase))
        {
            if (known.MissedLists is not null && (now - row.At).Duration() < options.DiscoveryInterval)
            {
                continue;
            }

            var missedLists = (known.MissedLists ?? 0) + 1;
            if (missedLists >= options.DeletedAfterLists)
            {
                deleted.Add(known.Resource);
            }
            else
            {
                await state.Snapshots.SaveAsync(id, Snapshot.Create(known.Resource, now, missedLists), cancellation);
            }
        }

        return deleted;
    }

    private async Task<Dictionary<string, (Snapshot Row, ResourceSnapshot Known)>> ReadSnapshotsAsync(CancellationToken cancellation)
    {
        var kept = new Dictionary<string, (Snapshot, ResourceSnapshot)>(StringComparer.OrdinalIgnoreCase);
        await foreach (var snapshot in state.Snapshots.EnumerateAsync(cancellation))
        {
            if (ResourceSnapshot.ReadSnapshot(snapshot.Version, snapshot.Content) is { } known)
            {
                kept[known.Id] = (snapshot, known);
            }
        }

        return kept;
    }
}
