using Advisor.Core.Settings;

namespace Advisor.State.Resources;

/// <summary>Pause of a resource's scaling, set by a person on its page; it applies until a person ends it.</summary>
public sealed record ScalingPause
{
    public required string ResourceId { get; init; }

    public required PausedScaling Scaling { get; init; }

    public required string Author { get; init; }

    public required string Reason { get; init; }

    public required DateTimeOffset At { get; init; }
}
