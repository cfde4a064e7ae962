using System.Globalization;
using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>Lists, paged by nextLink, and the requests about one resource.</summary>
internal sealed class ResourceEndpoints(LocalFleet fleet, int pageSize)
{
    private const string SkipToken = "$skipToken";

    public void Map(IEndpointRouteBuilder routes)
    {
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + ArmRoutes.OfType,
            CallKind.List,
            fleet,
            http => ListAsync(http, fleet.List(http.GetRouteText("subscription")))
        );
        routes.MapArm("GET", ArmRoutes.Group + ArmRoutes.OfType, CallKind.List, fleet, ListGroupAsync);
        routes.MapResourceAndReplica(
            "GET",
            "",
            CallKind.Get,
            fleet,
            (http, resource) => http.WriteJsonAsync(writer => writer.WriteRawValue(resource.WriteDocument()))
        );
        routes.MapResourceAndReplica(
            "GET",
            "/skus",
            CallKind.Skus,
            fleet,
            (http, resource) => http.WriteJsonAsync(BuildList(ListSkus(resource)))
        );
        routes.MapResource(
            "GET",
            "/replicas",
            CallKind.Replicas,
            fleet,
            (http, resource) =>
                http.WriteJsonAsync(
                    BuildList(
                        fleet.All.Where(resource.Replicas.Contains).Select(replica => JsonNode.Parse(replica.WriteDocument())!.AsObject())
                    )
                )
        );
    }

    private Task ListGroupAsync(HttpContext http)
    {
        var group = http.GetRouteText("group");
        var resources = fleet.ListGroup(http.GetRouteText("subscription"), group).ToList();
        return resources.Count > 0
            ? ListAsync(http, resources)
            : new ArmError(404, "ResourceGroupNotFound", $"Resource group '{group}' could not be found.").WriteAsync(http);
    }

    private Task ListAsync(HttpContext http, IEnumerable<LocalResource> resources)
    {
        var type = "Microsoft.SignalRService/" + ArmRoutes.GetTypeName(http.GetRouteText("type"));
        _ = int.TryParse(http.Request.Query[SkipToken], NumberStyles.None, CultureInfo.InvariantCulture, out var skip);
        var page = resources.Where(r => r.Type == type).Skip(skip).Take(pageSize + 1).ToList();
        return http.WriteJsonAsync(writer =>
        {
            writer.WriteStartObject();
            writer.WriteStartArray("value");
            foreach (var resource in page.Take(pageSize))
            {
                writer.WriteRawValue(resource.WriteDocument(), skipInputValidation: true);
            }

            writer.WriteEndArray();
            if (page.Count > pageSize)
            {
                var next = $"{http.Request.Path}?api-version={http.GetApiVersion()}&{SkipToken}={skip + pageSize}";
                writer.WriteString("nextLink", http.ToAbsoluteUrl(next));
            }

            writer.WriteEndObject();
        });
    }

    // SKUs as listed by Azure: those of the resource type, then those of its replicas. The minimum of 0 is Azure's.
    private static IEnumerable<JsonObject> ListSkus(LocalResource resource) =>
        resource.IsReplica
            ? resource.Skus.Where(sku => sku.Autoscales).Select(sku => BuildSku(resource.Type, sku))
            : resource
                .Skus.Select(sku => BuildSku(resource.Type, sku))
                .Concat(resource.Skus.Where(sku => sku.Autoscales).Select(sku => BuildSku(resource.Type + "/replicas", sku)));

    private static JsonObject BuildSku(string type, LocalSku sku) =>
        new()
        {
            ["resourceType"] = type,
            ["sku"] = new JsonObject { ["name"] = sku.Name, ["tier"] = sku.Tier },
            ["capacity"] = new JsonObject
            {
                ["minimum"] = 0,
                ["maximum"] = sku.Ladder.Max,
                ["default"] = sku.Ladder.Min,
                ["allowedValues"] = new JsonArray([.. sku.Ladder.Steps.Select(s => (JsonNode)s)]),
                ["scaleType"] = sku.Autoscales ? "Automatic" : "Manual",
            },
        };

    public static JsonObject BuildList(IEnumerable<JsonObject> items) => new() { ["value"] = new JsonArray([.. items]) };
}
