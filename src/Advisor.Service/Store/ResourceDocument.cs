using Advisor.Core.Forecasting;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Series;

namespace Advisor.Service.Store;

/// <summary>Opaque document of a resource.</summary>
/// <param name="Version">Version of the content's format; a reader refuses an unknown version.</param>
/// <param name="At">Time of writing, by the writer's clock.</param>
/// <param name="Content">Content, at most 60 KiB.</param>
/// <param name="ETag">ETag of the row that was read; null for a new document.</param>
public sealed record ResourceDocument(string ResourceId, int Version, DateTimeOffset At, ReadOnlyMemory<byte> Content, string? ETag = null)
{
    /// <summary>Older part of the history, which has a row of its own; null if there is none, it cannot be read, or was not.</summary>
    public OlderHistory? OlderHistory { get; init; }
}

/// <summary>Everything stored for one resource; null = not stored.</summary>
/// <param name="State">State of the resource between decisions, in the binary format of Core.</param>
/// <param name="Snapshot">Resource as of the last listing, for lists and for the batch that evaluates it.</param>
public sealed record StoredResource(
    string ResourceId,
    ResourceDocument? State,
    Snapshot? Snapshot,
    ChangeRecord? OpenChange,
    ChangeTally? Tally = null
)
{
    /// <summary>Snooze of the recommendation, in force or not.</summary>
    public RecommendationSnooze? Snooze { get; init; }

    /// <summary>Pause set by a person on the page of the resource; null if there is none.</summary>
    public ScalingPause? Pause { get; init; }

    /// <summary>Minutes of its newest day; null before the first.</summary>
    public StoredMinutes? Minutes { get; init; }
}
