using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>
/// Requests about the subscription itself: its name, its groups, the provider's versions, and the units in use by region.
/// </summary>
internal sealed class SubscriptionEndpoints(LocalFleet fleet, int regionalUnitQuota)
{
    private const string TenantId = "00000000-0000-0000-0000-00000000b001";

    public void Map(IEndpointRouteBuilder routes)
    {
        routes
            .MapGet(
                "/subscriptions",
                (RequestDelegate)(
                    http =>
                        http.WriteJsonAsync(
                            WithCount(ResourceEndpoints.BuildList(fleet.Subscriptions.Where(fleet.IsReadable).Select(BuildSubscription)))
                        )
                )
            )
            .WithMetadata(new CallKindMetadata(CallKind.Subscriptions));
        routes
            .MapGet("/tenants", (RequestDelegate)(http => http.WriteJsonAsync(ResourceEndpoints.BuildList([BuildTenant()]))))
            .WithMetadata(new CallKindMetadata(CallKind.Tenants));
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription,
            CallKind.Subscriptions,
            fleet,
            http => http.WriteJsonAsync(BuildSubscription(http.GetRouteText("subscription")))
        );
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + "/resourceGroups",
            CallKind.Subscriptions,
            fleet,
            http => http.WriteJsonAsync(ResourceEndpoints.BuildList(ListGroups(http.GetRouteText("subscription"))))
        );
        routes.MapArm("GET", ArmRoutes.Group, CallKind.Subscriptions, fleet, AnswerGroupAsync);
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + "/resources",
            CallKind.Subscriptions,
            fleet,
            http => http.WriteJsonAsync(ResourceEndpoints.BuildList(ListTracked(http)))
        );
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + ArmRoutes.Provider,
            CallKind.Subscriptions,
            fleet,
            http => http.WriteJsonAsync(BuildProvider(http.GetRouteText("subscription")))
        );
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + ArmRoutes.Provider + "/locations/{location}/usages",
            CallKind.Usages,
            fleet,
            AnswerUsagesAsync
        );
    }

    private static JsonObject BuildTenant() => new() { ["id"] = "/tenants/" + TenantId, ["tenantId"] = TenantId };

    private static JsonObject BuildSubscription(string subscription) =>
        new()
        {
            ["id"] = $"/subscriptions/{subscription}",
            ["subscriptionId"] = subscription,
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

    private IEnumerable<JsonObject> ListGroups(string subscription) =>
        fleet
            .List(subscription)
            .GroupBy(r => r.Spec.ResourceGroup, StringComparer.OrdinalIgnoreCase)
            .Select(group => new JsonObject
            {
                ["id"] = $"/subscriptions/{subscription}/resourceGroups/{group.Key}",
                ["name"] = group.Key,
                ["type"] = "Microsoft.Resources/resourceGroups",
                ["location"] = group.First().Region,
                ["tags"] = new JsonObject(),
                ["properties"] = new JsonObject { ["provisioningState"] = "Succeeded" },
            });

    private Task AnswerGroupAsync(HttpContext http)
    {
        var name = http.GetRouteText("group");
        var found = ListGroups(http.GetRouteText("subscription"))
            .FirstOrDefault(g => string.Equals((string?)g["name"], name, StringComparison.OrdinalIgnoreCase));
        return found is not null
            ? http.WriteJsonAsync(found)
            : new ArmError(404, "ResourceGroupNotFound", $"Resource group '{name}' could not be found.").WriteAsync(http);
    }

    // The generic list: every tracked resource including geo-replicas, without properties; filtered by "resourceType eq '...'" joined with
    // "or".
    private IEnumerable<JsonObject> ListTracked(HttpContext http)
    {
        var types = ((string?)http.Request.Query["$filter"] ?? string.Empty).Split('\'').Where((_, index) => index % 2 == 1).ToList();
        return fleet
            .ListAll(http.GetRouteText("subscription"))
            .Select(ArmResourceJson.BuildTracked)
            .Where(r => types.Count == 0 || types.Contains((string?)r["type"], StringComparer.OrdinalIgnoreCase));
    }

    private JsonObject BuildProvider(string subscription) =>
        new()
        {
            ["id"] = $"/subscriptions/{subscription}/providers/Microsoft.SignalRService",
            ["namespace"] = "Microsoft.SignalRService",
            ["registrationState"] = "Registered",
            ["registrationPolicy"] = "RegistrationRequired",
            ["resourceTypes"] = new JsonArray([
                .. new[] { "SignalR", "WebPubSub", "SignalR/replicas", "WebPubSub/replicas", "locations/usages" }.Select(BuildResourceType),
            ]),
        };

    private JsonNode BuildResourceType(string type) =>
        new JsonObject
        {
            ["resourceType"] = type,
            ["locations"] = new JsonArray([
                .. fleet.Resources.Select(r => r.Region).Distinct(StringComparer.OrdinalIgnoreCase).Select(r => (JsonNode)r),
            ]),
            ["apiVersions"] = new JsonArray([.. ApiVersions.SignalRService.Select(v => (JsonNode)v)]),
            ["capabilities"] =
                "CrossResourceGroupResourceMove, CrossSubscriptionResourceMove, SystemAssignedResourceIdentity, "
                + "SupportsTags, SupportsLocation",
        };

    // Both services share the counters; a limit of -1 means none.
    private Task AnswerUsagesAsync(HttpContext http)
    {
        var location = http.GetRouteText("location");
        var subscription = http.GetRouteText("subscription");
        var free = fleet
            .List(subscription)
            .Count(r => r.Sku == "Free_F1" && string.Equals(r.Region, location, StringComparison.OrdinalIgnoreCase));
        return http.WriteJsonAsync(
            ResourceEndpoints.BuildList([
                BuildUsage(
                    subscription,
                    location,
                    "SignalRTotalUnits",
                    "Total SignalR Units",
                    fleet.CountUnits(subscription, location),
                    regionalUnitQuota
                ),
                BuildUsage(subscription, location, "FreeTierInstances", "Free Tier SignalR Instances", free, 5),
            ])
        );
    }

    private static JsonObject BuildUsage(string subscription, string location, string name, string localized, int value, int limit) =>
        new()
        {
            ["id"] = $"/subscriptions/{subscription}/providers/Microsoft.SignalRService/locations/{location}/usages/{name}",
            ["currentValue"] = value,
            ["limit"] = limit,
            ["name"] = new JsonObject { ["value"] = name, ["localizedValue"] = localized },
            ["unit"] = "Count",
        };
}
