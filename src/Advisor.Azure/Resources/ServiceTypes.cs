using Advisor.Core.Capacity;
using Azure.Core;

namespace Advisor.Azure.Resources;

/// <summary>Resource types of the two services in Resource Manager.</summary>
internal static class ServiceTypes
{
    /// <summary>Stable version for both types, and the first with geo-replicas.</summary>
    public const string ApiVersion = "2024-03-01";

    public const string Provider = "Microsoft.SignalRService";

    public const string SignalR = "Microsoft.SignalRService/SignalR";

    public const string WebPubSub = "Microsoft.SignalRService/WebPubSub";

    public static IReadOnlyList<ServiceKind> All { get; } = [ServiceKind.SignalR, ServiceKind.WebPubSub];

    /// <summary>Returns the last segment of the type in the path of the provider's list.</summary>
    public static string GetSegment(ServiceKind service) => service == ServiceKind.SignalR ? "signalR" : "webPubSub";

    /// <summary>Last part of the type of a geo-replica.</summary>
    public const string Replicas = "/replicas";

    /// <summary>
    /// Returns the service of a resource or of a geo-replica by its id; null for other resource types. Azure writes types in several cases.
    /// </summary>
    public static ServiceKind? Find(ResourceIdentifier id) =>
        id.ResourceType.ToString().ToLowerInvariant() switch
        {
            "microsoft.signalrservice/signalr" or "microsoft.signalrservice/signalr/replicas" => ServiceKind.SignalR,
            "microsoft.signalrservice/webpubsub" or "microsoft.signalrservice/webpubsub/replicas" => ServiceKind.WebPubSub,
            _ => null,
        };

    /// <summary>
    /// Parses the id of a SignalR or Web PubSub resource or of its geo-replica; null if the text is not one, or would be another one in an
    /// address: <c>..</c> leads out of a subscription.
    /// </summary>
    public static ResourceIdentifier? TryParseId(string? text) =>
        ResourceIdentifier.TryParse(text, out var id)
        && Array.TrueForAll(text!.Trim('/').Split('/'), ScopeProblems.IsSegment)
        && id is { SubscriptionId: not null, ResourceGroupName: not null }
        && Find(id) is not null
            ? id
            : null;

    /// <summary>Returns the tier: the first word of the SKU, <c>Premium_P1</c> is of tier Premium.</summary>
    public static string GetTier(string sku) => sku.Split('_')[0];

    /// <summary>Whether the SKU supports autoscale and geo-replicas, which require Premium.</summary>
    public static bool IsPremium(string sku) => sku.StartsWith("Premium", StringComparison.OrdinalIgnoreCase);
}
