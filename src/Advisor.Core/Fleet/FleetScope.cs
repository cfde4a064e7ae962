namespace Advisor.Core.Fleet;

/// <summary>Which resources to look at. Empty lists mean: no filter of that kind; subscriptions or ids must be given.</summary>
public sealed record FleetScope
{
    public IReadOnlyList<string> Subscriptions { get; init; } = [];

    public IReadOnlyList<string> ResourceGroups { get; init; } = [];

    public IReadOnlyList<string> ResourceIds { get; init; } = [];

    /// <summary>Tags that a resource must carry, all of them; an empty value accepts any value of that tag.</summary>
    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
}
