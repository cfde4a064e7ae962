using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Prices;

/// <summary>
/// The Retail Prices API: the meters of SignalR and Web PubSub in any region. The form is Azure's; the prices are those of this loopback
/// Azure, higher in some regions.
/// </summary>
internal sealed partial class RetailPriceEndpoints(int pageSize)
{
    private static readonly Dictionary<string, decimal> Rates = new()
    {
        ["USD"] = 1,
        ["EUR"] = 0.9m,
        ["GBP"] = 0.8m,
    };

    private static readonly Dictionary<string, decimal> Regions = new(StringComparer.OrdinalIgnoreCase)
    {
        ["westeurope"] = 1.2m,
        ["northeurope"] = 1.1m,
    };

    private static readonly (string Sku, string Meter, string Measure, decimal Price)[] Meters =
    [
        ("Free", "Free Unit", "1/Day", 0),
        ("Standard", "Standard Unit", "1/Day", 1.61m),
        ("Standard", "Standard Message", "1M", 1),
        ("Premium", "Premium Unit", "1/Day", 2),
        ("Premium", "Premium Message", "1M", 1),
    ];

    /// <summary>Returns the price of a meter in USD.</summary>
    public static decimal FindPrice(string meter, string region) =>
        Meters.First(known => known.Meter == meter).Price * Regions.GetValueOrDefault(region, 1);

    public void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/api/retail/prices", (RequestDelegate)AnswerAsync).WithMetadata(new CallKindMetadata(CallKind.Prices));

    private Task AnswerAsync(HttpContext http)
    {
        var currency = http.Request.Query["currencyCode"].ToString().Trim('\'') is { Length: > 0 } code ? code : "USD";
        var filter = FilterPattern()
            .Matches(http.Request.Query["$filter"].ToString())
            .ToDictionary(match => match.Groups["name"].Value, match => match.Groups["value"].Value);
        if (!Rates.TryGetValue(currency, out var rate))
        {
            return new ArmError(400, "BadRequest", $"The currency code '{currency}' is not supported.").WriteAsync(http);
        }

        var (service, region) = (filter.GetValueOrDefault("serviceName", ""), filter.GetValueOrDefault("armRegionName", ""));
        var isKnown = service is "SignalR" or "Web PubSub" && filter.GetValueOrDefault("priceType", "Consumption") == "Consumption";
        var items = isKnown ? Meters.Select((_, index) => BuildItem(index, service, region, currency, rate)).ToList() : [];
        _ = int.TryParse(http.Request.Query["$skip"], out var skip);
        var page = items.Skip(skip).Take(pageSize).ToArray<JsonNode>();
        return http.WriteJsonAsync(
            new JsonObject
            {
                ["BillingCurrency"] = currency,
                ["CustomerEntityId"] = "Default",
                ["CustomerEntityType"] = "Retail",
                ["Items"] = new JsonArray(page),
                ["NextPageLink"] = skip + page.Length < items.Count ? BuildNext(http, skip + page.Length) : null,
                ["Count"] = page.Length,
            }
        );
    }

    private static JsonObject BuildItem(int index, string service, string region, string currency, decimal rate)
    {
        var (sku, meter, measure, price) = Meters[index];
        var amount = decimal.Round(price * rate * Regions.GetValueOrDefault(region, 1), 6);
        return new JsonObject
        {
            ["currencyCode"] = currency,
            ["tierMinimumUnits"] = 0m,
            ["retailPrice"] = amount,
            ["unitPrice"] = amount,
            ["armRegionName"] = region,
            ["location"] = region,
            ["effectiveStartDate"] = "2024-01-01T00:00:00Z",
            ["meterId"] = $"00000000-0000-4000-8000-{index:x12}",
            ["meterName"] = meter,
            ["productId"] = "DZH318Z0LOCA",
            ["skuId"] = $"DZH318Z0LOCA/{index:0000}",
            ["availabilityId"] = null,
            ["productName"] = service,
            ["skuName"] = sku,
            ["serviceName"] = service,
            ["serviceId"] = "DZH318Z0LOCB",
            ["serviceFamily"] = "Web",
            ["unitOfMeasure"] = measure,
            ["type"] = "Consumption",
            ["isPrimaryMeterRegion"] = true,
            ["armSkuName"] = "",
        };
    }

    private static string BuildNext(HttpContext http, int skip)
    {
        var query = http
            .Request.Query.Where(pair => pair.Key != "$skip")
            .SelectMany(pair => pair.Value, (pair, value) => (pair.Key, value));
        return http.ToAbsoluteUrl(
            $"{http.Request.Path}?{string.Join('&', query.Select(p => $"{p.Key}={Uri.EscapeDataString(p.value ?? "")}"))}&$skip={skip}"
        );
    }

    [GeneratedRegex("(?<name>[A-Za-z]+) eq '(?<value>[^']*)'", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex FilterPattern();
}
