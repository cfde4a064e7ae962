using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>
/// Parses responses of Resource Manager about resources, one element at a time: one that is invalid is a failure of its own and affects no
/// other.
/// </summary>
internal static class ResourceResponses
{
    /// <summary>
    /// Returns the path of the provider's own list: one call for up to a whole subscription, with SKU, features and tags, which the generic
    /// list omits.
    /// </summary>
    public static string CreatePath(ServiceKind service, string subscription, string? group)
    {
        var scope = group is null
            ? $"/subscriptions/{subscription}"
            : $"/subscriptions/{subscription}/resourceGroups/{Uri.EscapeDataString(group)}";
        return $"{scope}/providers/Microsoft.SignalRService/{ServiceTypes.GetSegment(service)}";
    }

    /// <summary>Reads a list, page by page.</summary>
    /// <exception cref="InvalidResponseException">A page has no list, or there are too many pages.</exception>
    public static async Task<ResourceList> ListAsync(ArmPipeline arm, string path, CancellationToken cancellation)
    {
        var list = new ResourceList([], []);
        await foreach (var element in ArmPages.ReadAsync(arm, path, ServiceTypes.ApiVersion, cancellation))
        {
            AddResource(list, element, path);
        }

        return list;
    }

    /// <summary>Adds the elements of one page.</summary>
    /// <exception cref="InvalidResponseException">The page has no list.</exception>
    public static void AddPage(ResourceList list, Response page, string path)
    {
        using var document = JsonDocument.Parse(page.Content.ToMemory());
        foreach (var element in ArmPages.GetElements(document.RootElement, path))
        {
            AddResource(list, element, path);
        }
    }

    /// <summary>Parses a response with a single resource.</summary>
    /// <exception cref="InvalidResponseException">The response is not a resource.</exception>
    public static FleetResource ParseSingle(Response response)
    {
        using var document = JsonDocument.Parse(response.Content.ToMemory());
        var (resource, problem) = ResourceJson.Parse(document.RootElement);
        return resource ?? throw new InvalidResponseException(problem!);
    }

    private static void AddResource(ResourceList list, JsonElement element, string path)
    {
        var (resource, problem) = ResourceJson.Parse(element);
        if (resource is not null)
        {
            list.Resources.Add(resource);
        }
        else
        {
            list.Failures.Add(new FleetFailure(ResourceJson.GetText(element, "id") ?? path, FailureCode.InvalidResponse, problem!));
        }
    }
}
