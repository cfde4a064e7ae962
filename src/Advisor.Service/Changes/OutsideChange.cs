using Advisor.Core.Fleet;

namespace Advisor.Service.Changes;

/// <summary>A change of size that was not Advisor's, and who made it as far as known.</summary>
public sealed record OutsideChange
{
    /// <summary>Minute in which the size was seen in force.</summary>
    public required DateTimeOffset SeenAt { get; init; }

    /// <summary>Time at which the Activity Log was last read for it.</summary>
    public required DateTimeOffset AskedAt { get; init; }

    /// <summary>Person, identity or application, as Azure wrote it; null while unknown.</summary>
    public string? Caller { get; init; }

    /// <summary>Program that was used, as far as known.</summary>
    public string? Client { get; init; }

    /// <summary>Time of the request; null while unknown.</summary>
    public DateTimeOffset? At { get; init; }

    /// <summary>Why the log could not be read; null if it could.</summary>
    public string? Problem { get; init; }

    /// <summary>Returns who made it, as one safe phrase; null while unknown.</summary>
    public string? DescribeCaller() => Caller is { } caller && At is { } at ? new SizeChanger(caller, Client, at).DescribeCaller() : null;

    /// <summary>Returns one sentence: who made it and when, or why that is not known; null if there is nothing to say.</summary>
    public string? Describe() =>
        DescribeCaller() is { } who ? $"Last changed by {who} at {At!.Value.UtcDateTime:HH:mm} UTC."
        : Problem is { } problem ? $"Who changed it is not known: {problem}"
        : null;
}
