using Advisor.Core.Fleet;
using Advisor.State.Resources;

namespace Advisor.Service.Evaluate;

/// <summary>A resource of a batch with everything that the store has of it.</summary>
/// <param name="Resource">Null where it is not listed (any more).</param>
/// <param name="Document">Null where it cannot be read; then there is a problem, and nothing is written over it.</param>
internal sealed record BatchResource(StoredResource Stored, FleetResource? Resource, ResourceStateDocument? Document, string? Problem)
{
    /// <summary>Where its state was from the future and was reset, the newest time in it; null otherwise.</summary>
    public DateTimeOffset? Reset { get; init; }

    /// <summary>Seen for the first time: it has a past to read.</summary>
    public bool IsNew => Resource is not null && Document is { State: null };
}
