using Advisor.Core.Settings;

namespace Advisor.Service.Changes;

/// <summary>
/// Pause of a resource's scaling, or a pin of its size, set by a person; it applies until its end, or until a person ends it.
/// </summary>
public sealed record ScalingPause
{
    public required string ResourceId { get; init; }

    /// <summary>Paused directions; both of a pinned resource, which changes only to its pinned size.</summary>
    public required PausedScaling Scaling { get; init; }

    /// <summary>Size that the resource is pinned to, 1 or more; null = a pause.</summary>
    public int? Units { get; init; }

    public required string Author { get; init; }

    public required string Reason { get; init; }

    public required DateTimeOffset At { get; init; }

    /// <summary>End, exclusive; null = until a person ends it.</summary>
    public DateTimeOffset? Until { get; init; }

    public bool IsInForce(DateTimeOffset now) => !(now >= Until);
}
