using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Capacity;

/// <summary>The tables and SKUs of rules/, under short names.</summary>
internal static class GuideTables
{
    public static RuleSet Rules { get; } = RuleSetLoader.Embedded;

    public static CapacityTable SignalR { get; } = Rules.GetTable(ServiceKind.SignalR);

    public static CapacityTable SignalR2019 { get; } = Rules.GetTable(ServiceKind.SignalR, "signalr-2019");

    public static CapacityTable WebPubSub { get; } = Rules.GetTable(ServiceKind.WebPubSub);

    public static SkuCatalog SignalRSkus { get; } = Rules.GetCatalog(ServiceKind.SignalR);

    public static Sku Standard { get; } = SignalRSkus.Find("Standard_S1")!;

    public static Sku PremiumP2 { get; } = SignalRSkus.Find("Premium_P2")!;
}
