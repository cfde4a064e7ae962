using System.Reflection;
using System.Text;
using System.Text.Json.Nodes;
using Advisor.Core.Capacity;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>Writes a resource as Resource Manager does, from a template with every property of Azure's own examples.</summary>
internal static class ArmResourceJson
{
    private static readonly string SignalR = ReadTemplate("signalr");
    private static readonly string WebPubSub = ReadTemplate("webpubsub");

    public static byte[] Write(LocalResource resource, LocalSku sku, int units, string state, IReadOnlyDictionary<string, string> tags)
    {
        var spec = resource.Spec;
        if (resource.IsReplica)
        {
            return Encoding.UTF8.GetBytes(BuildReplica(resource, sku, units, state, tags).ToJsonString());
        }

        var text = (spec.Service == ServiceKind.SignalR ? SignalR : WebPubSub)
            .Replace("{subscription}", resource.SubscriptionId, StringComparison.Ordinal)
            .Replace("{group}", spec.ResourceGroup, StringComparison.Ordinal)
            .Replace("{name}", spec.Name, StringComparison.Ordinal);
        var document = JsonNode.Parse(text)!.AsObject();
        document["sku"] = BuildSku(sku, units);
        document["systemData"] = BuildSystemData(resource);
        document["location"] = spec.Region;
        document["tags"] = new JsonObject(tags.Select(t => KeyValuePair.Create(t.Key, (JsonNode?)t.Value)));
        var properties = document["properties"]!.AsObject();
        properties["provisioningState"] = state;
        if (spec.Service == ServiceKind.SignalR)
        {
            properties["features"]![0]!["value"] = spec.ServiceMode.ToString();
        }

        if (!spec.ShowsEveryProperty)
        {
            RemoveOptionalProperties(properties);
        }

        return Encoding.UTF8.GetBytes(document.ToJsonString());
    }

    public static JsonObject BuildSku(LocalSku sku, int units) =>
        new()
        {
            ["name"] = sku.Name,
            ["tier"] = sku.Tier,
            ["size"] = sku.Size,
            ["capacity"] = units,
        };

    /// <summary>Writes a resource as in the generic list.</summary>
    public static JsonObject BuildTracked(LocalResource resource) =>
        new()
        {
            ["sku"] = BuildSku(resource.Size.Sku, resource.Size.Units),
            ["location"] = resource.Region,
            ["tags"] = new JsonObject(resource.Spec.Tags.Select(tag => KeyValuePair.Create(tag.Key, (JsonNode?)tag.Value))),
            ["id"] = resource.Id,
            ["name"] = resource.Name,
            ["type"] = resource.Type,
        };

    private static JsonObject BuildReplica(
        LocalResource replica,
        LocalSku sku,
        int units,
        string state,
        IReadOnlyDictionary<string, string> tags
    ) =>
        new()
        {
            ["sku"] = BuildSku(sku, units),
            ["properties"] = new JsonObject
            {
                ["provisioningState"] = state,
                ["regionEndpointEnabled"] = "Enabled",
                ["resourceStopped"] = "false",
            },
            ["location"] = replica.Region,
            ["tags"] = new JsonObject(tags.Select(t => KeyValuePair.Create(t.Key, (JsonNode?)t.Value))),
            ["id"] = replica.Id,
            ["name"] = replica.Name,
            ["type"] = replica.Type,
            ["systemData"] = BuildSystemData(replica),
        };

    // Seven decimals, as Resource Manager writes them.
    private static JsonObject BuildSystemData(LocalResource resource)
    {
        var at = resource.CreatedAt.UtcDateTime.ToString("O");
        return new()
        {
            ["createdBy"] = "local",
            ["createdByType"] = "Application",
            ["createdAt"] = at,
            ["lastModifiedBy"] = "local",
            ["lastModifiedByType"] = "Application",
            ["lastModifiedAt"] = at,
        };
    }

    // Empty for a plain resource of a real subscription.
    private static void RemoveOptionalProperties(JsonObject properties)
    {
        properties["privateEndpointConnections"] = new JsonArray();
        properties["networkACLs"]!["privateEndpoints"] = new JsonArray();
        properties["networkACLs"]!["ipRules"] = new JsonArray();
        properties.Remove("applicationFirewall");
        if (properties.ContainsKey("upstream"))
        {
            properties["upstream"] = new JsonObject();
        }
    }

    private static string ReadTemplate(string name)
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream($"templates/{name}.json")!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
