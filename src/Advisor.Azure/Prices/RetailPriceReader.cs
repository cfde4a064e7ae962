using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Azure.Resources;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Fleet;
using Advisor.Service.Prices;

namespace Advisor.Azure.Prices;

/// <summary>Reads Azure's Retail Prices API, which takes no sign-in and gets none.</summary>
/// <param name="api">Pipeline without a token; null in a cloud without this API.</param>
internal sealed class RetailPriceReader(AzureCalls calls, ArmPipeline? api) : IPriceSource
{
    // Names of the API: infracost's azure/signalr_service.go @da0a5862 for SignalR; for Web PubSub a public design document that read the
    // API on 2026-10-08.
    private static string GetServiceName(ServiceKind service) => service == ServiceKind.SignalR ? "SignalR" : "Web PubSub";

    public Task<RetailAnswer> ReadAsync(ServiceKind service, string region, string currency, CancellationToken cancellation)
    {
        var what = $"the retail prices of {GetServiceName(service)} in {region}";
        if (api is null)
        {
            var failure = new FleetFailure(what, FailureCode.Invalid, "This cloud has no API of retail prices: state yours under prices.");
            return Task.FromResult(new RetailAnswer([], failure));
        }

        return calls.ReadAsync(
            CallName.ListPrices,
            new CallTarget(api.Host, ""),
            async token => new RetailAnswer(await ReadPagesAsync(api, service, region, currency, token), null),
            fault => new([], AzureFailures.Describe(what, fault, $"access to {api.Host}: it takes no sign-in, a proxy may")),
            cancellation
        );
    }

    private static async Task<IReadOnlyList<RetailMeter>> ReadPagesAsync(
        ArmPipeline api,
        ServiceKind service,
        string region,
        string currency,
        CancellationToken cancellation
    )
    {
        var filter = $"serviceName eq '{GetServiceName(service)}' and armRegionName eq '{region}' and priceType eq 'Consumption'";
        var path = $"/api/retail/prices?currencyCode='{currency}'&$filter={Uri.EscapeDataString(filter)}";
        var meters = new List<RetailMeter>();
        await foreach (var item in ArmPages.ReadAsync(api, path, null, cancellation, "Items", "NextPageLink"))
        {
            meters.AddRange(Parse(item, GetServiceName(service)) is { } meter ? [meter] : []);
        }

        return meters;
    }

    /// <summary>Returns the meter of an item; null for one of another service, another price type, or without a price.</summary>
    private static RetailMeter? Parse(JsonElement item, string service) =>
        ResourceJson.GetText(item, "serviceName") == service
        && ResourceJson.GetText(item, "type") is "Consumption"
        && GetNumber(item, "retailPrice") is { } price
            ? new RetailMeter(
                ResourceJson.GetText(item, "skuName") ?? "",
                ResourceJson.GetText(item, "meterName") ?? "",
                ResourceJson.GetText(item, "unitOfMeasure") ?? "",
                ResourceJson.GetText(item, "currencyCode") ?? "",
                price
            )
            {
                TierMinimumUnits = GetNumber(item, "tierMinimumUnits") ?? 0,
                IsPrimary = ResourceJson.GetChild(item, "isPrimaryMeterRegion").ValueKind != JsonValueKind.False,
            }
            : null;

    private static decimal? GetNumber(JsonElement item, string name) =>
        ResourceJson.GetChild(item, name) is { ValueKind: JsonValueKind.Number } number && number.TryGetDecimal(out var value)
            ? value
            : null;
}
