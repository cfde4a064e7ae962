using System.Text.Json;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>The body of a PATCH, parsed and checked against the sizes that can be bought.</summary>
internal sealed record SizeUpdate(LocalSku Sku, int Units, IReadOnlyDictionary<string, string>? Tags)
{
    public static async Task<(SizeUpdate? Change, ArmError? Error)> ReadAsync(HttpRequest request, LocalResource resource)
    {
        try
        {
            using var body = await JsonDocument.ParseAsync(request.Body);
            return Read(body.RootElement, resource);
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or FormatException)
        {
            return CreateError("InvalidRequestContent", $"The request content was invalid and could not be deserialized: '{e.Message}'.");
        }
    }

    private static (SizeUpdate?, ArmError?) Read(JsonElement body, LocalResource resource)
    {
        var (sku, units) = resource.Size;
        if (
            body.TryGetProperty("properties", out var properties)
            && properties.ValueKind == JsonValueKind.Object
            && properties.TryGetProperty("provisioningState", out var state)
            && state.GetString() != resource.ProvisioningState
        )
        {
            return CreateError("InvalidProvisioningState", "The provisioningState of the request is not that of the resource.");
        }

        if (
            body.TryGetProperty("location", out var location)
            && location.GetString() is { } region
            && !string.Equals(region.Replace(" ", "", StringComparison.Ordinal), resource.Region, StringComparison.OrdinalIgnoreCase)
        )
        {
            return CreateError(
                "InvalidResourceLocation",
                $"The resource '{resource.Name}' already exists in location '{resource.Region}'. A resource cannot be moved to '{region}'."
            );
        }

        if (body.TryGetProperty("sku", out var wanted) && wanted.ValueKind == JsonValueKind.Object)
        {
            var name = wanted.TryGetProperty("name", out var n) ? n.GetString() : sku.Name;
            if (resource.Skus.FirstOrDefault(one => one.Name == LocalSku.Find(name)?.Name) is not { } found)
            {
                return CreateError(
                    "InvalidSku",
                    $"The sku '{name}' is not supported. Supported: {string.Join(", ", LocalSku.All.Select(s => s.Name))}."
                );
            }

            if (
                wanted.TryGetProperty("tier", out var tier)
                && !string.Equals(tier.GetString() ?? found.Tier, found.Tier, StringComparison.OrdinalIgnoreCase)
            )
            {
                return CreateError("InvalidSku", $"The tier '{tier.GetString()}' does not match the sku '{found.Name}'.");
            }

            var capacity =
                wanted.TryGetProperty("capacity", out var c) && c.ValueKind != JsonValueKind.Null ? c.GetInt32()
                : found == sku ? units
                : found.Ladder.Min;
            if (!found.Ladder.Contains(capacity))
            {
                return CreateError(
                    "InvalidSkuCapacity",
                    $"The capacity {capacity} of sku '{found.Name}' is not allowed. Allowed values: {string.Join(",", found.Ladder.Steps)}."
                );
            }

            (sku, units) = (found, capacity);
        }

        return (new SizeUpdate(sku, units, ParseTags(body)), null);
    }

    private static Dictionary<string, string>? ParseTags(JsonElement body) =>
        body.TryGetProperty("tags", out var tags) && tags.ValueKind == JsonValueKind.Object
            ? tags.EnumerateObject().ToDictionary(t => t.Name, t => t.Value.GetString() ?? "", StringComparer.Ordinal)
            : null;

    private static (SizeUpdate?, ArmError?) CreateError(string code, string message) => (null, ArmError.Invalid(code, message));
}
