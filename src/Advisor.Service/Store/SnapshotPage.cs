namespace Advisor.Service.Store;

/// <summary>Snapshot from a list.</summary>
public sealed record Snapshot(int Version, DateTimeOffset At, ReadOnlyMemory<byte> Content);

/// <summary>End of a page of snapshots.</summary>
public sealed record SnapshotPosition(int Bucket, string? After);

/// <summary>Page of snapshots.</summary>
/// <param name="Next">Position to continue from; null on the last page.</param>
public sealed record SnapshotPage(IReadOnlyList<Snapshot> Snapshots, SnapshotPosition? Next);
