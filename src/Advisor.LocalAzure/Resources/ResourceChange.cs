using System.Text.Json;
using Advisor.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;

namespace Advisor.LocalAzure.Resources;

/// <summary>The body of a PATCH, read and held against what can be bought.</summary>
internal sealed record ResourceChange(LocalSku Sku, int Units, IReadOnlyDictionary<string, string>? Tags)
{
    public static async Task<(ResourceChange? Change, ArmError? Error)> ReadAsync(HttpRequest request, LocalResource resource)
    {
        try
        {
            using var body = await JsonDocument.ParseAsync(request.Body);
            return Read(body.RootElement, resource);
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or FormatException)
        {
            return Wrong("InvalidRequestContent", $"The request content was invalid and could not be deserialized: '{e.Message}'.");
        }
    }

    private static (ResourceChange?, ArmError?) Read(JsonElement body, LocalResource resource)
    {
        var (sku, units) = resource.Size;
        if (body.TryGetProperty("properties", out var properties) && properties.ValueKind == JsonValueKind.Object
            && properties.TryGetProperty("provisioningState", out var state) && state.GetString() != resource.ProvisioningState)
        {
            return Wrong("InvalidProvisioningState", "The provisioningState of the request is not that of the resource.");
        }

        if (body.TryGetProperty("location", out var location) && location.GetString() is { } region
            && !string.Equals(region.Replace(" ", "", StringComparison.Ordinal), resource.Region, StringComparison.OrdinalIgnoreCase))
        {
            return Wrong("InvalidResourceLocation", $"The resource '{resource.Name}' already exists in location '{resource.Region}'. A resource cannot be moved to '{region}'.");
        }

        if (body.TryGetProperty("sku", out var wanted) && wanted.ValueKind == JsonValueKind.Object)
        {
            var name = wanted.TryGetProperty("name", out var n) ? n.GetString() : sku.Name;
            if (LocalSku.Find(name) is not { } found)
            {
                return Wrong("InvalidSku", $"The sku '{name}' is not supported. Supported: {string.Join(", ", LocalSku.All.Select(s => s.Name))}.");
            }

            if (wanted.TryGetProperty("tier", out var tier) && !string.Equals(tier.GetString() ?? found.Tier, found.Tier, StringComparison.OrdinalIgnoreCase))
            {
                return Wrong("InvalidSku", $"The tier '{tier.GetString()}' does not match the sku '{found.Name}'.");
            }

            var capacity = wanted.TryGetProperty("capacity", out var c) && c.ValueKind != JsonValueKind.Null ? c.GetInt32() : found == sku ? units : found.Ladder.Least;
            if (!found.Ladder.Contains(capacity))
            {
                return Wrong("InvalidSkuCapacity", $"The capacity {capacity} of sku '{found.Name}' is not allowed. Allowed values: {string.Join(",", found.Ladder.Steps)}.");
            }

            (sku, units) = (found, capacity);
        }

        return (new ResourceChange(sku, units, TagsOf(body)), null);
    }

    private static Dictionary<string, string>? TagsOf(JsonElement body) =>
        body.TryGetProperty("tags", out var tags) && tags.ValueKind == JsonValueKind.Object
            ? tags.EnumerateObject().ToDictionary(t => t.Name, t => t.Value.GetString() ?? "", StringComparer.Ordinal)
            : null;

    private static (ResourceChange?, ArmError?) Wrong(string code, string message) => (null, ArmError.Invalid(code, message));
}
