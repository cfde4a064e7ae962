namespace Advisor.Core.Fleet;

/// <summary>Filter for the resources to monitor. An empty list is no filter; subscriptions or ids are required.</summary>
public sealed record FleetScope
{
    public IReadOnlyList<string> Subscriptions { get; init; } = [];

    public IReadOnlyList<string> ResourceGroups { get; init; } = [];

    public IReadOnlyList<string> ResourceIds { get; init; } = [];

    /// <summary>Tags that a resource must carry, all of them; an empty value accepts any value of the tag.</summary>
    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
}
