using Advisor.Core.Fleet;
using Advisor.Service.Evaluation;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store;

/// <summary>Snapshot of a resource as of the last listing.</summary>
/// <param name="Version">Version of the content's format.</param>
/// <param name="Content">At most 60 KiB. It names the resource, since the store keeps only a hash of its id.</param>
public sealed record Snapshot(int Version, DateTimeOffset At, ReadOnlyMemory<byte> Content)
{
    internal Snapshot(Row row)
        : this(row.Version, row.At, row.Payload) { }

    /// <param name="missedLists">See <see cref="ResourceSnapshot.MissedLists"/>.</param>
    public static Snapshot Create(FleetResource resource, DateTimeOffset at, int? missedLists = null) =>
        new(ResourceSnapshot.Version, at, ResourceSnapshot.Write(resource, missedLists));

    /// <inheritdoc cref="ResourceSnapshot.Read"/>
    public FleetResource? ReadResource() => ResourceSnapshot.Read(Version, Content);
}

/// <summary>End of a page of snapshots.</summary>
public sealed record SnapshotPosition(int Bucket, string? After);

/// <summary>Page of snapshots.</summary>
/// <param name="Next">Position to continue from; null on the last page.</param>
public sealed record SnapshotPage(IReadOnlyList<Snapshot> Snapshots, SnapshotPosition? Next);
