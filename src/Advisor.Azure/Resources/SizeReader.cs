using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Service.Sizes;
using Azure.Core;

namespace Advisor.Azure.Resources;

/// <summary>Reads the sizes that Azure offers for a resource: <c>{id}/skus</c>.</summary>
internal sealed class SizeReader(AzureCalls calls, ArmPipeline arm) : ISizeSource
{
    // No permission, no such list in this cloud, or a fault: the sizes of the rules are there all the same.
    public Task<IReadOnlyList<SkuSizes>?> ReadAsync(string resourceId, CancellationToken cancellation) =>
        ServiceTypes.TryParseId(resourceId) is not { } id
            ? Task.FromResult<IReadOnlyList<SkuSizes>?>(null)
            : calls.ReadAsync(
                CallName.ListSkus,
                new CallTarget(arm.Host, id.SubscriptionId!),
                token => ReadSkusAsync(id, token),
                _ => null,
                cancellation
            );

    private async Task<IReadOnlyList<SkuSizes>?> ReadSkusAsync(ResourceIdentifier id, CancellationToken cancellation)
    {
        var skus = new List<SkuSizes>();
        await foreach (var element in ArmPages.ReadAsync(arm, $"{id}/skus", ServiceTypes.ApiVersion, cancellation))
        {
            // The list of a resource has the SKUs of its replicas too.
            var type = ResourceJson.GetText(element, "resourceType");
            var name = ResourceJson.GetText(ResourceJson.GetChild(element, "sku"), "name");
            if (name is not null && string.Equals(type, id.ResourceType.ToString(), StringComparison.OrdinalIgnoreCase))
            {
                skus.Add(new SkuSizes(name, ReadUnits(ResourceJson.GetChild(element, "capacity"))));
            }
        }

        return skus;
    }

    // One value that is no number makes the others doubtful.
    private static IReadOnlyList<int> ReadUnits(JsonElement capacity)
    {
        int?[] units =
        [
            .. ResourceJson
                .ListItems(capacity, "allowedValues")
                .Select(value => value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out var count) ? count : (int?)null),
        ];
        return units.Contains(null) ? [] : [.. units.OfType<int>()];
    }
}
