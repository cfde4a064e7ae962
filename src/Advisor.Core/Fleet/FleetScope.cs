namespace Advisor.Core.Fleet;

/// <summary>
/// Filter for the resources to monitor: those of the subscriptions, of the management groups and of the ids together, of which groups and
/// tags leave some out. An empty list is no filter; a place is required.
/// </summary>
public sealed record FleetScope
{
    /// <summary>GUIDs of subscriptions.</summary>
    public IReadOnlyList<string> Subscriptions { get; init; } = [];

    /// <summary>Names of management groups: every subscription in them and in the groups below, also one that is added later.</summary>
    public IReadOnlyList<string> ManagementGroups { get; init; } = [];

    /// <summary>Whether every subscription that the sign-in can read is in the scope, also one that is added later.</summary>
    public bool AllSubscriptions { get; init; }

    /// <summary>Names of resource groups, in any of the subscriptions.</summary>
    public IReadOnlyList<string> ResourceGroups { get; init; } = [];

    /// <summary>Ids of single resources.</summary>
    public IReadOnlyList<string> ResourceIds { get; init; } = [];

    /// <summary>Whether it names a place to look at; without one there is no scope.</summary>
    public bool HasPlace => Subscriptions.Count > 0 || ResourceIds.Count > 0 || IsWide;

    /// <summary>Whether its subscriptions are found in Azure, so that they may change.</summary>
    public bool IsWide => AllSubscriptions || ManagementGroups.Count > 0;

    /// <summary>Tags that a resource must carry, all of them; an empty value accepts any value of the tag.</summary>
    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether a resource carries the tags.</summary>
    public bool HasTags(FleetResource resource) =>
        Tags.All(tag => resource.Tags.TryGetValue(tag.Key, out var value) && (tag.Value.Length == 0 || AreSame(tag.Value, value)));

    /// <summary>
    /// Whether this scope has every resource of another one, as far as both tell: a subscription is not known to be of a management group.
    /// </summary>
    public bool Covers(FleetScope other) =>
        (
            AllSubscriptions
            || (
                !other.AllSubscriptions
                && ContainsAll(ManagementGroups, other.ManagementGroups)
                && ContainsAll(Subscriptions, other.Subscriptions)
                && ContainsAll(ResourceIds, other.ResourceIds)
            )
        )
        && (ResourceGroups.Count == 0 || (other.ResourceGroups.Count > 0 && ContainsAll(ResourceGroups, other.ResourceGroups)))
        && Tags.All(tag => other.Tags.TryGetValue(tag.Key, out var value) && (tag.Value.Length == 0 || AreSame(tag.Value, value)));

    private static bool ContainsAll(IReadOnlyList<string> these, IReadOnlyList<string> those) =>
        those.All(one => these.Any(other => AreSame(one, other)));

    private static bool AreSame(string one, string other) => string.Equals(one, other, StringComparison.OrdinalIgnoreCase);
}
