using Advisor.Configuration.Yaml;
using Advisor.Core.Fleet;

namespace Advisor.Configuration.Resources;

/// <summary>Suggests the resource that a misspelled name or id means, by its name.</summary>
public static class ResourceSuggestions
{
    /// <summary>Returns the name that is nearest to a name; null if none is near.</summary>
    /// <param name="ids">Ids of the known resources.</param>
    public static string? FindNearestName(string name, IEnumerable<string> ids) =>
        NameSuggestions.FindNearest(name, ids.Select(ResourceIds.GetName));

    /// <summary>Returns the id of the resource whose name is nearest to that of a name or id; null if none is near.</summary>
    /// <param name="ids">Ids of the known resources.</param>
    public static string? FindNearestId(string nameOrId, IEnumerable<string> ids)
    {
        var byName = ids.ToLookup(ResourceIds.GetName, StringComparer.OrdinalIgnoreCase);
        return NameSuggestions.FindNearest(ResourceIds.GetName(nameOrId), byName.Select(group => group.Key)) is { } near
            ? byName[near].First()
            : null;
    }
}
