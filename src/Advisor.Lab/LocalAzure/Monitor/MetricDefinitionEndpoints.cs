using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Monitor;

/// <summary>Lists the metrics of a resource, and their namespaces.</summary>
internal sealed class MetricDefinitionEndpoints(LocalFleet fleet)
{
    public void Map(IEndpointRouteBuilder routes)
    {
        routes.MapResourceAndReplica(
            "GET",
            "/providers/microsoft.insights/metricDefinitions",
            CallKind.MetricDefinitions,
            fleet,
            (http, resource) =>
                http.WriteJsonAsync(
                    ResourceEndpoints.BuildList(MetricDefinitions.Find(resource.Type)!.Select(metric => BuildDefinition(resource, metric)))
                )
        );
        routes.MapResourceAndReplica(
            "GET",
            "/providers/microsoft.insights/metricNamespaces",
            CallKind.MetricDefinitions,
            fleet,
            (http, resource) => http.WriteJsonAsync(ResourceEndpoints.BuildList([BuildNamespace(resource)]))
        );
    }

    private static JsonObject BuildDefinition(LocalResource resource, MetricDefinition metric) =>
        new()
        {
            ["id"] = $"{resource.Id}/providers/microsoft.insights/metricdefinitions/{metric.Name}",
            ["resourceId"] = resource.Id,
            ["namespace"] = resource.Type,
            ["name"] = new JsonObject { ["value"] = metric.Name, ["localizedValue"] = metric.Title },
            ["displayDescription"] = metric.Description,
            ["isDimensionRequired"] = false,
            ["unit"] = metric.Unit,
            ["primaryAggregationType"] = metric.Primary.ToString(),
            ["supportedAggregationTypes"] = new JsonArray([
                .. Enum.GetValues<Aggregations>()
                    .Where(one => one != Aggregations.None && (metric.Supported & one) != Aggregations.None)
                    .Select(one => (JsonNode)one.ToString()),
            ]),
            ["metricAvailabilities"] = new JsonArray([
                .. TimeGrain.All.Select(grain => (JsonNode)new JsonObject { ["timeGrain"] = grain, ["retention"] = "P93D" }),
            ]),
            ["dimensions"] = new JsonArray([
                .. metric.Dimensions.Select(d => (JsonNode)new JsonObject { ["value"] = d.Name, ["localizedValue"] = d.Name }),
            ]),
        };

    private static JsonObject BuildNamespace(LocalResource resource) =>
        new()
        {
            ["id"] = $"{resource.Id}/providers/microsoft.insights/metricNamespaces/{resource.Type}",
            ["name"] = resource.Type.Replace('/', '-'),
            ["type"] = "Microsoft.Insights/metricNamespaces",
            ["classification"] = "Platform",
            ["properties"] = new JsonObject { ["metricNamespaceName"] = resource.Type },
        };
}
