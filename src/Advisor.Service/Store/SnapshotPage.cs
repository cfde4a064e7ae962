using Advisor.Core.Fleet;
using Advisor.Service.Evaluation;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store;

/// <summary>Snapshot of a resource as of the last listing.</summary>
public sealed record Snapshot(int Version, DateTimeOffset At, ReadOnlyMemory<byte> Content)
{
    internal Snapshot(Row row)
        : this(row.Version, row.At, row.Payload) { }

    /// <inheritdoc cref="ResourceSnapshot.Read"/>
    public FleetResource? ReadResource() => ResourceSnapshot.Read(Version, Content);
}

/// <summary>End of a page of snapshots.</summary>
public sealed record SnapshotPosition(int Bucket, string? After);

/// <summary>Page of snapshots.</summary>
/// <param name="Next">Position to continue from; null on the last page.</param>
public sealed record SnapshotPage(IReadOnlyList<Snapshot> Snapshots, SnapshotPosition? Next);
