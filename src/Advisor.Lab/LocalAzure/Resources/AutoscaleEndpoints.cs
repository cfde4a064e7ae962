using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>Autoscale settings of Azure Monitor: one, enabled, for each resource that has autoscale.</summary>
internal sealed class AutoscaleEndpoints(LocalFleet fleet)
{
    private const string Settings = "/providers/Microsoft.Insights/autoscaleSettings";

    public void Map(IEndpointRouteBuilder routes)
    {
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + Settings,
            CallKind.Autoscale,
            fleet,
            http => ListAsync(http, fleet.ListAll(http.GetRouteText("subscription")))
        );
        routes.MapArm("GET", ArmRoutes.Group + Settings, CallKind.Autoscale, fleet, http => ListAsync(http, ListGroup(http)));
        routes.MapArm("GET", ArmRoutes.Group + Settings + "/{name}", CallKind.Autoscale, fleet, GetAsync);
    }

    private static Task ListAsync(HttpContext http, IEnumerable<LocalResource> resources) =>
        http.WriteJsonAsync(ResourceEndpoints.BuildList(resources.Where(r => r.Spec.HasAutoscale).Select(BuildSetting)));

    private Task GetAsync(HttpContext http)
    {
        var (group, name) = (http.GetRouteText("group"), http.GetRouteText("name"));
        var resource = ListGroup(http)
            .FirstOrDefault(r => r.Spec.HasAutoscale && string.Equals(CreateName(r), name, StringComparison.OrdinalIgnoreCase));
        return resource is not null
            ? http.WriteJsonAsync(BuildSetting(resource))
            : ArmError.ResourceNotFound("Microsoft.Insights/autoscaleSettings", name, group).WriteAsync(http);
    }

    private IEnumerable<LocalResource> ListGroup(HttpContext http) =>
        fleet
            .ListAll(http.GetRouteText("subscription"))
            .Where(r => string.Equals(r.Spec.ResourceGroup, http.GetRouteText("group"), StringComparison.OrdinalIgnoreCase));

    private static string CreateName(LocalResource resource) => resource.Name + "-autoscale";

    private static JsonObject BuildSetting(LocalResource resource) =>
        new()
        {
            ["id"] =
                $"/subscriptions/{resource.SubscriptionId}/resourceGroups/{resource.Spec.ResourceGroup}"
                + $"/providers/microsoft.insights/autoscalesettings/{CreateName(resource)}",
            ["name"] = CreateName(resource),
            ["type"] = "Microsoft.Insights/autoscaleSettings",
            ["location"] = resource.Region,
            ["tags"] = new JsonObject { ["$type"] = "Microsoft.WindowsAzure.Management.Common.Storage.CasePreservedDictionary" },
            ["properties"] = new JsonObject
            {
                ["profiles"] = new JsonArray(
                    BuildProfile(resource, "Weekday mornings", "recurrence", BuildRecurrence()),
                    BuildProfile(resource, "Launch", "fixedDate", BuildFixedDate())
                ),
                ["enabled"] = true,
                ["name"] = CreateName(resource),
                ["targetResourceUri"] = resource.Id,
                ["notifications"] = new JsonArray(BuildNotification()),
            },
        };

    private static JsonObject BuildProfile(LocalResource resource, string name, string when, JsonObject whenValue) =>
        new()
        {
            ["name"] = name,
            ["capacity"] = new JsonObject
            {
                ["minimum"] = "1",
                ["maximum"] = "10",
                ["default"] = "1",
            },
            ["rules"] = new JsonArray(
                BuildRule(resource, "ConnectionQuotaUtilization", "GreaterThan", 70, "Increase"),
                BuildRule(resource, "ConnectionQuotaUtilization", "LessThan", 20, "Decrease")
            ),
            [when] = whenValue,
        };

    private static JsonObject BuildRule(LocalResource resource, string metric, string comparison, double threshold, string direction) =>
        new()
        {
            ["metricTrigger"] = new JsonObject
            {
                ["metricName"] = metric,
                ["metricResourceUri"] = resource.Id,
                ["timeGrain"] = "PT1M",
                ["statistic"] = "Average",
                ["timeWindow"] = "PT10M",
                ["timeAggregation"] = "Average",
                ["operator"] = comparison,
                ["threshold"] = threshold,
                ["dividePerInstance"] = false,
            },
            ["scaleAction"] = new JsonObject
            {
                ["direction"] = direction,
                ["type"] = "ChangeCount",
                ["value"] = "1",
                ["cooldown"] = "PT5M",
            },
        };

    private static JsonObject BuildRecurrence() =>
        new()
        {
            ["frequency"] = "Week",
            ["schedule"] = new JsonObject
            {
                ["timeZone"] = "UTC",
                ["days"] = new JsonArray("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"),
                ["hours"] = new JsonArray(7),
                ["minutes"] = new JsonArray(0),
            },
        };

    private static JsonObject BuildFixedDate() =>
        new()
        {
            ["timeZone"] = "UTC",
            ["start"] = "2025-03-05T14:00:00Z",
            ["end"] = "2025-03-05T18:00:00Z",
        };

    private static JsonObject BuildNotification() =>
        new()
        {
            ["operation"] = "Scale",
            ["email"] = new JsonObject
            {
                ["sendToSubscriptionAdministrator"] = false,
                ["sendToSubscriptionCoAdministrators"] = false,
                ["customEmails"] = new JsonArray("operations@contoso.example"),
            },
            ["webhooks"] = new JsonArray(
                new JsonObject { ["serviceUri"] = "https://hooks.contoso.example/scale", ["properties"] = new JsonObject() }
            ),
        };
}
