namespace Advisor.Core.Fleet;

/// <summary>Filter for the resources to monitor. An empty list is no filter; subscriptions or ids are required.</summary>
public sealed record FleetScope
{
    /// <summary>GUIDs of subscriptions; may be empty only if ids are given.</summary>
    public IReadOnlyList<string> Subscriptions { get; init; } = [];

    /// <summary>Names of resource groups, in any of the subscriptions.</summary>
    public IReadOnlyList<string> ResourceGroups { get; init; } = [];

    /// <summary>Ids of single resources.</summary>
    public IReadOnlyList<string> ResourceIds { get; init; } = [];

    /// <summary>Tags that a resource must carry, all of them; an empty value accepts any value of the tag.</summary>
    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
}
