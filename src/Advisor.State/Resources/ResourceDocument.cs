using Advisor.State.Changes;
using Advisor.State.Series;

namespace Advisor.State.Resources;

public enum ResourceDocumentKind
{
    /// <summary>What decisions remember of a resource; written by Core's serializer.</summary>
    State,

    /// <summary>The resource as of the last listing: for lists and for the batch that evaluates it.</summary>
    Snapshot,
}

/// <summary>An opaque content of a resource, one of each kind.</summary>
/// <param name="Version">Version of the content's layout; who reads it refuses a version that it does not know.</param>
/// <param name="At">When it was written by the writer's clock.</param>
/// <param name="Content">At most 60 KiB.</param>
/// <param name="ETag">Of the row it was read from; null where it is new.</param>
public sealed record ResourceDocument(
    string ResourceId,
    ResourceDocumentKind Kind,
    int Version,
    DateTimeOffset At,
    ReadOnlyMemory<byte> Content,
    string? ETag = null
);

/// <summary>What the store holds of one resource at this moment; null = nothing.</summary>
public sealed record StoredResource(
    string ResourceId,
    ResourceDocument? State,
    ResourceDocument? Snapshot,
    ChangeRecord? OpenChange,
    ChangeTally? Tally = null
)
{
    /// <summary>The snooze of what was recommended, in force or not.</summary>
    public RecommendationSnooze? Snooze { get; init; }

    /// <summary>The minutes of its newest day; null before the first.</summary>
    public StoredMinutes? Minutes { get; init; }
}
