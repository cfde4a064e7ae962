using Advisor.Core.Capacity;

namespace Advisor.Core.Fleet;

/// <summary>Parses the parts of resource ids.</summary>
public static class ResourceIds
{
    private const string Replicas = "/replicas/",
        SignalR = "/Microsoft.SignalRService/SignalR/",
        WebPubSub = "/Microsoft.SignalRService/WebPubSub/";

    /// <summary>
    /// Returns the name: the part after the last slash, of a geo-replica after that of its resource: chat/chat-east. The whole id if it has
    /// no slash.
    /// </summary>
    public static string GetName(string id)
    {
        var name = id[(id.LastIndexOf('/') + 1)..];
        return FindOwner(id) is { } owner ? $"{GetName(owner)}/{name}" : name;
    }

    /// <summary>Returns the service of a resource, or of what belongs to it; null if the id is of neither.</summary>
    public static ServiceKind? FindService(string id) =>
        id.Contains(WebPubSub, StringComparison.OrdinalIgnoreCase) ? ServiceKind.WebPubSub
        : id.Contains(SignalR, StringComparison.OrdinalIgnoreCase) ? ServiceKind.SignalR
        : null;

    /// <summary>Returns the id of the resource that a geo-replica belongs to; null if the id is not that of a replica.</summary>
    public static string? FindOwner(string id) =>
        id.LastIndexOf('/') + 1 - Replicas.Length is > 0 and var cut
        && cut + Replicas.Length < id.Length
        && id.AsSpan(cut).StartsWith(Replicas, StringComparison.OrdinalIgnoreCase)
            ? id[..cut]
            : null;

    /// <summary>Returns the end of an id that has this name, of the geo-replica chat/east chat/replicas/east; an id as it is.</summary>
    public static string FromName(string name) =>
        name.Split('/') is [{ Length: > 0 } owner, { Length: > 0 } replica] ? owner + Replicas + replica : name;

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
