using System.Text.Json.Nodes;
using Advisor.LocalAzure.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.LocalAzure.Resources;

/// <summary>
/// Requests about the subscription itself: its name, its groups, the provider's versions, and the units in use by region.
/// </summary>
internal sealed class SubscriptionEndpoints(LocalFleet fleet, int regionalUnitQuota)
{
    private const string TenantId = "00000000-0000-0000-0000-00000000b001";

    private static readonly string[] ApiVersions = ["2025-01-01-preview", "2024-03-01", "2023-02-01", "2022-02-01"];

    public void Map(IEndpointRouteBuilder routes)
    {
        routes
            .MapGet("/subscriptions", (RequestDelegate)(http => http.WriteJsonAsync(WithCount(ResourceEndpoints.Values([Subscription()])))))
            .WithMetadata(new CallKindMetadata(CallKind.Subscriptions));
        routes
            .MapGet("/tenants", (RequestDelegate)(http => http.WriteJsonAsync(ResourceEndpoints.Values([Tenant()]))))
            .WithMetadata(new CallKindMetadata(CallKind.Tenants));
        routes.MapArm("GET", ArmRoutes.Subscription, CallKind.Subscriptions, fleet, http => http.WriteJsonAsync(Subscription()));
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + "/resourceGroups",
            CallKind.Subscriptions,
            fleet,
            http => http.WriteJsonAsync(ResourceEndpoints.Values(Groups()))
        );
        routes.MapArm("GET", ArmRoutes.Group, CallKind.Subscriptions, fleet, GroupAsync);
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + "/resources",
            CallKind.Subscriptions,
            fleet,
            http => http.WriteJsonAsync(ResourceEndpoints.Values(Tracked(http)))
        );
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + ArmRoutes.Provider,
            CallKind.Subscriptions,
            fleet,
            http => http.WriteJsonAsync(Provider())
        );
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + ArmRoutes.Provider + "/locations/{location}/usages",
            CallKind.Usages,
            fleet,
            UsagesAsync
        );
    }

    private static JsonObject Tenant() => new() { ["id"] = "/tenants/" + TenantId, ["tenantId"] = TenantId };

    private JsonObject Subscription() =>
        new()
        {
            ["id"] = $"/subscriptions/{fleet.SubscriptionId}",
            ["subscriptionId"] = fleet.SubscriptionId,
            ["tenantId"] = TenantId,
            ["displayName"] = "Advisor local",
            ["state"] = "Enabled",
            ["subscriptionPolicies"] = new JsonObject
            {
                ["locationPlacementId"] = "Public_2014-09-01",
                ["quotaId"] = "Local_2025-01-01",
                ["spendingLimit"] = "Off",
            },
            ["authorizationSource"] = "RoleBased",
            ["tags"] = new JsonObject(),
        };

    private static JsonObject WithCount(JsonObject list)
    {
        list["count"] = new JsonObject { ["type"] = "Total", ["value"] = list["value"]!.AsArray().Count };
        return list;
    }

    private IEnumerable<JsonObject> Groups() =>
        fleet
            .Resources.GroupBy(r => r.Spec.ResourceGroup, StringComparer.OrdinalIgnoreCase)
            .Select(group => new JsonObject
            {
                ["id"] = $"/subscriptions/{fleet.SubscriptionId}/resourceGroups/{group.Key}",
                ["name"] = group.Key,
                ["type"] = "Microsoft.Resources/resourceGroups",
                ["location"] = group.First().Region,
                ["tags"] = new JsonObject(),
                ["properties"] = new JsonObject { ["provisioningState"] = "Succeeded" },
            });

    private Task GroupAsync(HttpContext http)
    {
        var name = http.GetRouteText("group");
        var found = Groups().FirstOrDefault(g => string.Equals((string?)g["name"], name, StringComparison.OrdinalIgnoreCase));
        return found is not null
            ? http.WriteJsonAsync(found)
            : new ArmError(404, "ResourceGroupNotFound", $"Resource group '{name}' could not be found.").WriteAsync(http);
    }

    // The generic list: every tracked resource including geo-replicas, without properties; filtered by "resourceType eq '...'" joined with
    // "or".
    private IEnumerable<JsonObject> Tracked(HttpContext http)
    {
        var types = ((string?)http.Request.Query["$filter"] ?? string.Empty).Split('\'').Where((_, index) => index % 2 == 1).ToList();
        return fleet
            .Resources.SelectMany(r =>
                r.Spec.ReplicaRegions.Select(region => ArmResourceJson.Replica(r, region)).Prepend(ArmResourceJson.Tracked(r))
            )
            .Where(r => types.Count == 0 || types.Contains((string?)r["type"], StringComparer.OrdinalIgnoreCase))
            .Select(r =>
            {
                r.Remove("properties");
                return r;
            });
    }

    private JsonObject Provider() =>
        new()
        {
            ["id"] = $"/subscriptions/{fleet.SubscriptionId}/providers/Microsoft.SignalRService",
            ["namespace"] = "Microsoft.SignalRService",
            ["registrationState"] = "Registered",
            ["registrationPolicy"] = "RegistrationRequired",
            ["resourceTypes"] = new JsonArray([
                .. new[] { "SignalR", "WebPubSub", "SignalR/replicas", "WebPubSub/replicas", "locations/usages" }.Select(ResourceType),
            ]),
        };

    private JsonNode ResourceType(string type) =>
        new JsonObject
        {
            ["resourceType"] = type,
            ["locations"] = new JsonArray([
                .. fleet.Resources.Select(r => r.Region).Distinct(StringComparer.OrdinalIgnoreCase).Select(r => (JsonNode)r),
            ]),
            ["apiVersions"] = new JsonArray([.. ApiVersions.Select(v => (JsonNode)v)]),
            ["capabilities"] =
                "CrossResourceGroupResourceMove, CrossSubscriptionResourceMove, SystemAssignedResourceIdentity, "
                + "SupportsTags, SupportsLocation",
        };

    // Azure does not publish the names of its counters; a limit of -1 means none.
    private Task UsagesAsync(HttpContext http)
    {
        var location = http.GetRouteText("location");
        var free = fleet.Resources.Count(r => r.Sku == "Free_F1" && string.Equals(r.Region, location, StringComparison.OrdinalIgnoreCase));
        return http.WriteJsonAsync(
            ResourceEndpoints.Values([
                Usage(location, "SignalRTotalUnits", "SignalR Service Total Units", fleet.CountUnits(location), regionalUnitQuota),
                Usage(location, "SignalRFreeInstances", "SignalR Service Free Instances", free, 5),
            ])
        );
    }

    private JsonObject Usage(string location, string name, string localized, int value, int limit) =>
        new()
        {
            ["id"] = $"/subscriptions/{fleet.SubscriptionId}/providers/Microsoft.SignalRService/locations/{location}/usages/{name}",
            ["currentValue"] = value,
            ["limit"] = limit,
            ["name"] = new JsonObject { ["value"] = name, ["localizedValue"] = localized },
            ["unit"] = "Count",
        };
}
