namespace Advisor.Core.Fleet;

/// <summary>Parts of resource ids.</summary>
public static class ResourceIds
{
    /// <summary>The name: what follows the last slash; the whole id where it has none.</summary>
    public static string GetName(string id) => id[(id.LastIndexOf('/') + 1)..];

    /// <summary>The resource group as it is spelled; empty where it names none.</summary>
    public static string GetResourceGroup(string id)
    {
        var parts = id.Split('/');
        return parts.Length > 4 && parts[3].Equals("resourceGroups", StringComparison.OrdinalIgnoreCase) ? parts[4] : "";
    }

    /// <summary>The subscription in lower case; the whole id where it names none.</summary>
    public static string GetSubscription(string id)
    {
        var parts = id.Split('/');
        return (
            parts.Length > 2 && parts[1].Equals("subscriptions", StringComparison.OrdinalIgnoreCase) ? parts[2] : id
        ).ToLowerInvariant();
    }
}
