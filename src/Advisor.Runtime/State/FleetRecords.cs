using System.Text.Json.Serialization;

namespace Advisor.Runtime.State;

/// <summary>No notifications of what matches, for a time, by somebody and for a reason.</summary>
public sealed record Silence
{
    public required string Id { get; init; }

    /// <summary>Label and value pairs that must all match; values may be a resource id, a team, an alert.</summary>
    public required IReadOnlyDictionary<string, string> Matchers { get; init; }

    public required string Author { get; init; }

    public required string Reason { get; init; }

    /// <summary>First instant, inclusive.</summary>
    public required DateTimeOffset Start { get; init; }

    /// <summary>Last instant, exclusive.</summary>
    public required DateTimeOffset End { get; init; }

    [JsonIgnore]
    public string? ETag { get; init; }

    public bool IsActive(DateTimeOffset now) => Start <= now && now < End;
}

/// <summary>A tick and how many shards it was split into.</summary>
public sealed record SweepRecord(DateTimeOffset Tick, int Shards, DateTimeOffset StartedAt);

/// <summary>A shard of a tick that is done.</summary>
public sealed record ShardRecord(DateTimeOffset Tick, string Shard, DateTimeOffset CompletedAt, int Resources, int Failures)
{
    /// <summary>Resources that were found idle, by short hashes of their ids; they need no look for a few ticks.</summary>
    public IReadOnlyList<string> Idle { get; init; } = [];
}

/// <summary>How far a sweep is; null figures cannot be: a sweep that is not known has no progress.</summary>
public sealed record SweepProgress(SweepRecord Sweep, IReadOnlyList<ShardRecord> Done)
{
    public bool IsComplete => Done.Count >= Sweep.Shards;
}

/// <summary>Applying is stopped until somebody clears it.</summary>
/// <param name="By">A person, or <c>advisor</c> after too many failed verifications.</param>
public sealed record PauseMark(string By, string Reason, DateTimeOffset At);

/// <summary>The last sweep that was completed.</summary>
public sealed record HeartbeatMark(DateTimeOffset Tick, DateTimeOffset CompletedAt);

/// <summary>Work that one owner has until an instant.</summary>
public sealed record Lease(string Owner, DateTimeOffset Until);

/// <summary>An API that asked to wait: all instances do.</summary>
public sealed record Throttle(string Scope, DateTimeOffset Until);

/// <summary>What a subscription's changes used up in one hour, by change so that asking twice counts once.</summary>
public sealed record BlastUsage(string Subscription, DateTimeOffset Hour, IReadOnlyList<BlastShare> Shares)
{
    [JsonIgnore]
    public int Changes => Shares.Count;

    [JsonIgnore]
    public int Units => Shares.Sum(share => share.Units);
}

/// <param name="Units">Units moved, in either direction, 0 or more.</param>
public sealed record BlastShare(string ChangeId, int Units);

public enum BlastAnswer
{
    Granted,

    /// <summary>As many changes as the hour allows were made.</summary>
    NoChangesLeft,

    /// <summary>The change moves more units than the hour has left.</summary>
    NoUnitsLeft,
}

/// <summary>Verifications that failed one after another in a subscription.</summary>
/// <param name="FailuresInARow">0 after a success.</param>
/// <param name="Counted">The changes counted last, so that one that is reported again counts once.</param>
public sealed record VerificationRun(string Subscription, int FailuresInARow, IReadOnlyList<string> Counted);

/// <summary>How deliveries by a channel went lately.</summary>
/// <param name="Name">The channel.</param>
/// <param name="FailedInARow">Attempts that failed since the last that went well.</param>
/// <param name="Problem">Why the last one failed, without any secret; null where it went well.</param>
public sealed record ChannelHealth(string Name, int FailedInARow, string? Problem, DateTimeOffset At);

/// <summary>How the rows of this store are spread; fixed when the store is made.</summary>
internal sealed record StoreLayout(int Buckets);
