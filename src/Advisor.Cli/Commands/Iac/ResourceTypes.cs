using Advisor.Core.Capacity;

namespace Advisor.Cli.Commands.Iac;

/// <summary>Types of Azure, and modules, as Bicep, ARM and azapi name them.</summary>
internal static class ResourceTypes
{
    private const string Replicas = "/replicas";

    // Azure Verified Modules, which have the parameters of name and units side by side.
    private const string SignalRModule = "avm/res/signal-r-service/signal-r:";
    private const string WebPubSubModule = "avm/res/signal-r-service/web-pub-sub:";

    /// <summary>
    /// Returns the service of a type, with or without its version; null where it is neither a resource of the two, nor a replica of one.
    /// </summary>
    public static ServiceKind? FindService(string? type) =>
        RemoveVersion(type)?.ToLowerInvariant() switch
        {
            "microsoft.signalrservice/signalr" or "microsoft.signalrservice/signalr" + Replicas => ServiceKind.SignalR,
            "microsoft.signalrservice/webpubsub" or "microsoft.signalrservice/webpubsub" + Replicas => ServiceKind.WebPubSub,
            _ => null,
        };

    public static bool IsReplica(string? type) => RemoveVersion(type)?.EndsWith(Replicas, StringComparison.OrdinalIgnoreCase) == true;

    /// <summary>Returns the type of a resource that stands in another: <c>replicas</c> with the type of its resource before it.</summary>
    /// <param name="owner">Type of the resource around; null = there is none.</param>
    public static string? Join(string? owner, string? type) =>
        owner is null || type is null || FindService(type) is not null ? type : $"{RemoveVersion(owner)}/{type}";

    /// <summary>Returns the service of a module of Azure; null for other modules.</summary>
    public static ServiceKind? FindServiceOfModule(string source) =>
        source.Contains(SignalRModule, StringComparison.Ordinal) ? ServiceKind.SignalR
        : source.Contains(WebPubSubModule, StringComparison.Ordinal) ? ServiceKind.WebPubSub
        : null;

    private static string? RemoveVersion(string? type) => type?.Split('@')[0];
}
