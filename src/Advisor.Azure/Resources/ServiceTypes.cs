using Advisor.Core.Capacity;
using Azure.Core;

namespace Advisor.Azure.Resources;

/// <summary>The two resource types in Resource Manager.</summary>
internal static class ServiceTypes
{
    /// <summary>Stable, of both types, and the first that knows geo-replicas.</summary>
    public const string ApiVersion = "2024-03-01";

    public const string SignalR = "Microsoft.SignalRService/SignalR";

    public const string WebPubSub = "Microsoft.SignalRService/WebPubSub";

    public static IReadOnlyList<ServiceKind> All { get; } = [ServiceKind.SignalR, ServiceKind.WebPubSub];

    /// <summary>The last part of the type as the provider's list has it.</summary>
    public static string GetSegment(ServiceKind service) => service == ServiceKind.SignalR ? "signalR" : "webPubSub";

    /// <summary>The service that an id names; null where it names something else. Azure writes types in several cases.</summary>
    public static ServiceKind? Find(ResourceIdentifier id)
    {
        var type = id.ResourceType.ToString();
        return string.Equals(type, SignalR, StringComparison.OrdinalIgnoreCase) ? ServiceKind.SignalR
            : string.Equals(type, WebPubSub, StringComparison.OrdinalIgnoreCase) ? ServiceKind.WebPubSub
            : null;
    }

    /// <summary>Reads the id of a SignalR or Web PubSub resource; null where the text is none.</summary>
    public static ResourceIdentifier? TryParseId(string? text) =>
        ResourceIdentifier.TryParse(text, out var id)
        && id is { SubscriptionId: not null, ResourceGroupName: not null }
        && Find(id) is not null
            ? id
            : null;

    /// <summary>The tier is the SKU's first word: <c>Premium_P1</c> is of tier Premium.</summary>
    public static string GetTier(string sku) => sku.Split('_')[0];

    /// <summary>Autoscale and geo-replicas come with Premium only.</summary>
    public static bool IsPremium(string sku) => sku.StartsWith("Premium", StringComparison.OrdinalIgnoreCase);
}
