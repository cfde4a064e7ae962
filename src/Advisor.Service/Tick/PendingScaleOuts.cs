using Advisor.Core.Fleet;
using Advisor.Service.Changes;

namespace Advisor.Service.Tick;

/// <summary>Scale-outs that a listing does not show yet: those in progress, and those that took effect after it was read.</summary>
internal sealed class PendingScaleOuts(ChangeLog changes)
{
    private readonly Dictionary<string, (ChangeRecord Change, DateTimeOffset SeenAt)> seen = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Returns the resources of a listing with pending units added.</summary>
    /// <param name="open">Changes open now.</param>
    /// <param name="listedAt">Time of the listing.</param>
    public async Task<IReadOnlyList<FleetResource>> AddUnitsAsync(
        IReadOnlyList<FleetResource> listed,
        IReadOnlyList<ChangeRecord> open,
        DateTimeOffset listedAt,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var still = open.Select(change => change.Id).ToHashSet(StringComparer.Ordinal);
        foreach (var (id, (change, seenAt)) in seen.ToList())
        {
            if (
                !still.Contains(change.Id)
                && (listedAt > seenAt || await changes.FindAsync(change.Id, cancellation) is not { State: ChangeState.Verified })
            )
            {
                seen.Remove(id);
            }
        }

        foreach (var change in open.Where(change => change.ToUnits > change.FromUnits))
        {
            seen[change.ResourceId] = (change, now);
        }

        return
        [
            .. listed.Select(resource =>
                seen.TryGetValue(resource.Id, out var known) && known.Change.ToUnits > resource.Units
                    ? resource with
                    {
                        Units = known.Change.ToUnits,
                    }
                    : resource
            ),
        ];
    }
}
