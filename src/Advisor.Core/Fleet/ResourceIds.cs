namespace Advisor.Core.Fleet;

/// <summary>Parses the parts of resource ids.</summary>
public static class ResourceIds
{
    /// <summary>Returns the name: the part after the last slash; the whole id if it has none.</summary>
    public static string GetName(string id) => id[(id.LastIndexOf('/') + 1)..];

    /// <summary>Returns the resource group in its original case; empty if the id has none.</summary>
    public static string GetResourceGroup(string id)
    {
        var parts = id.Split('/');
        return parts.Length > 4 && parts[3].Equals("resourceGroups", StringComparison.OrdinalIgnoreCase) ? parts[4] : "";
    }

    /// <summary>Returns the subscription in lower case; the whole id if it has none.</summary>
    public static string GetSubscription(string id)
    {
        var parts = id.Split('/');
        return (
            parts.Length > 2 && parts[1].Equals("subscriptions", StringComparison.OrdinalIgnoreCase) ? parts[2] : id
        ).ToLowerInvariant();
    }
}
