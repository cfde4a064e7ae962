using System.Net;
using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure;

namespace Advisor.Lab.Tests.LocalAzure.Prices;

/// <summary>The Retail Prices API has the form that Microsoft documents.</summary>
public sealed class RetailPriceTests
{
    private const string Path = "/api/retail/prices?currencyCode='EUR'&$filter=";
    private const string Filter = "serviceName eq 'SignalR' and armRegionName eq 'westeurope' and priceType eq 'Consumption'";

    [Fact]
    public async Task A_page_has_the_documented_members()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);

        var page = await GetAsync(azure, new Uri(azure.Endpoint, Path + Uri.EscapeDataString(Filter)));

        Assert.Equal(
            ["BillingCurrency", "CustomerEntityId", "CustomerEntityType", "Items", "NextPageLink", "Count"],
            page.AsObject().Select(member => member.Key)
        );
        Assert.Equal(
            ("EUR", "Default", "Retail", 5),
            ((string)page["BillingCurrency"]!, (string)page["CustomerEntityId"]!, (string)page["CustomerEntityType"]!, (int)page["Count"]!)
        );
        // learn.microsoft.com/rest/api/cost-management/retail-prices/azure-retail-prices, the example of a response.
        Assert.Equal(
            [
                "currencyCode",
                "tierMinimumUnits",
                "retailPrice",
                "unitPrice",
                "armRegionName",
                "location",
                "effectiveStartDate",
                "meterId",
                "meterName",
                "productId",
                "skuId",
                "availabilityId",
                "productName",
                "skuName",
                "serviceName",
                "serviceId",
                "serviceFamily",
                "unitOfMeasure",
                "type",
                "isPrimaryMeterRegion",
                "armSkuName",
            ],
            page["Items"]![0]!.AsObject().Select(member => member.Key)
        );
    }

    [Fact]
    public async Task Pages_follow_each_other_by_their_links_and_the_last_has_none()
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { PageSize = 2 },
            TestContext.Current.CancellationToken
        );
        var (names, pages) = (new List<string>(), 0);
        for (Uri? next = new(azure.Endpoint, Path + Uri.EscapeDataString(Filter)); next is not null; pages++)
        {
            var page = await GetAsync(azure, next);
            names.AddRange(page["Items"]!.AsArray().Select(item => (string)item!["meterName"]!));
            next = (string?)page["NextPageLink"] is { } link ? new Uri(link) : null;
        }

        Assert.Equal((3, 5), (pages, names.Distinct().Count()));
    }

    [Theory]
    [InlineData("serviceName eq 'Storage' and armRegionName eq 'westeurope'", 0)]
    [InlineData("serviceName eq 'signalr' and armRegionName eq 'westeurope'", 0)] // Values have a case.
    [InlineData("serviceName eq 'Web PubSub' and armRegionName eq 'westeurope'", 5)]
    [InlineData("serviceName eq 'SignalR' and armRegionName eq 'westeurope' and priceType eq 'Reservation'", 0)]
    public async Task The_filter_selects_a_service(string filter, int count)
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);

        var page = await GetAsync(azure, new Uri(azure.Endpoint, Path + Uri.EscapeDataString(filter)));

        Assert.Equal(count, page["Items"]!.AsArray().Count);
    }

    private static async Task<JsonNode> GetAsync(LocalAzureHost azure, Uri address)
    {
        using var client = new LocalAzureClient(azure);
        using var response = await client.Http.GetAsync(address, TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        return JsonNode.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))!;
    }
}
