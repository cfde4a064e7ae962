using Advisor.Core.Capacity;
using Advisor.Core.Fleet;

namespace Advisor.Tests;

/// <summary>A SignalR resource of Standard_S1 in westeurope, with default settings; a test changes what it is about.</summary>
internal static class SampleResource
{
    public static FleetResource Create(string name = "chat", int units = 1, string region = "westeurope", string subscription = "s") =>
        CreateWithId(
            $"/subscriptions/{subscription}/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/{name}",
            units,
            region
        ) with
        {
            SubscriptionId = subscription,
        };

    public static FleetResource CreateWithId(string id, int units = 1, string region = "westeurope") =>
        new()
        {
            Id = id,
            Name = ResourceIds.GetName(id),
            SubscriptionId = "s",
            ResourceGroup = "g",
            Service = ServiceKind.SignalR,
            Region = region,
            Sku = "Standard_S1",
            Units = units,
            ProvisioningState = "Succeeded",
        };
}
