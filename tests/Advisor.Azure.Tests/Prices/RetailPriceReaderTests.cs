using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;

namespace Advisor.Azure.Tests.Prices;

/// <summary>The retail prices as they are read, from a loopback Azure and from answers that it does not give.</summary>
public sealed class RetailPriceReaderTests
{
    private const string Item = """
        {"currencyCode":"USD","tierMinimumUnits":0.0,"retailPrice":1.61,"unitPrice":1.61,"armRegionName":"westeurope","location":"EU West",
         "effectiveStartDate":"2024-01-01T00:00:00Z","meterId":"m","meterName":"Standard Unit","productId":"p","skuId":"p/1",
         "productName":"SignalR","skuName":"Standard","serviceName":"SignalR","serviceId":"s","serviceFamily":"Web",
         "unitOfMeasure":"1/Day","type":"Consumption","isPrimaryMeterRegion":true,"armSkuName":""}
        """;

    [Theory]
    [InlineData(ServiceKind.SignalR)]
    [InlineData(ServiceKind.WebPubSub)]
    public async Task Every_page_is_read_in_the_currency_asked_for(ServiceKind service)
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { PageSize = 2 },
            TestContext.Current.CancellationToken
        );
        using var connection = AzureConnection.Create(new AzureOptions { Endpoint = azure.Endpoint });

        var (meters, failure) = await connection.Prices.ReadAsync(service, "westeurope", "EUR", TestContext.Current.CancellationToken);

        Assert.Null(failure);
        // 1.61 USD are 1.449 EUR here, and a fifth more in westeurope.
        Assert.Equal(
            [
                ("Free Unit", 0m),
                ("Standard Unit", 1.7388m),
                ("Standard Message", 1.08m),
                ("Premium Unit", 2.16m),
                ("Premium Message", 1.08m),
            ],
            meters.Select(meter => (meter.MeterName, meter.RetailPrice))
        );
        Assert.All(meters, meter => Assert.Equal("EUR", meter.CurrencyCode));
        // Five meters on pages of two.
        Assert.Equal(3, azure.Calls[CallKind.Prices]);
    }

    [Fact]
    public async Task The_request_carries_no_token_and_asks_for_one_service_and_region()
    {
        using var azure = new FakeAzure();
        azure.Handle("GET", "prices.azure.com/api/retail/prices", Page(Item));
        using var connection = azure.Connect();

        var (meters, _) = await connection.Prices.ReadAsync(
            ServiceKind.SignalR,
            "westeurope",
            "USD",
            TestContext.Current.CancellationToken
        );

        Assert.Equal([new RetailMeter("Standard", "Standard Unit", "1/Day", "USD", 1.61m)], meters);
        var call = Assert.Single(azure.Calls);
        Assert.Null(call.Authorization);
        Assert.Equal(
            "https://prices.azure.com/api/retail/prices?currencyCode='USD'&$filter=serviceName eq 'SignalR' and "
                + "armRegionName eq 'westeurope' and priceType eq 'Consumption'",
            Uri.UnescapeDataString(call.Uri.ToString())
        );
    }

    [Fact]
    public async Task A_link_to_another_host_is_not_followed()
    {
        using var azure = new FakeAzure();
        azure.Handle("GET", "prices.azure.com", Page(Item, "https://prices.example.com/api/retail/prices?$skip=100"));

        var (meters, failure) = await ReadAsync(azure);

        Assert.Empty(meters);
        Assert.Equal(FailureCode.InvalidResponse, failure!.Code);
        Assert.Contains("prices.example.com, which is not prices.azure.com: not followed", failure.Text, StringComparison.Ordinal);
        Assert.Equal("prices.azure.com", Assert.Single(azure.Calls).Uri.Host);
    }

    [Fact]
    public async Task The_port_in_Azures_links_is_no_other_host()
    {
        using var azure = new FakeAzure();
        azure.Handle("GET", "prices.azure.com", Page(Item, "https://prices.azure.com:443/api/retail/prices?$skip=1"));
        azure.Handle("GET", "$skip=1", Page(Item.Replace("Standard", "Premium", StringComparison.Ordinal)));

        Assert.Equal(["Standard Unit", "Premium Unit"], (await ReadAsync(azure)).Meters.Select(meter => meter.MeterName));
    }

    [Fact]
    public async Task What_is_no_meter_of_the_service_by_consumption_is_left_out()
    {
        using var azure = new FakeAzure();
        azure.Handle(
            "GET",
            "prices.azure.com",
            Page(
                Item.Replace("\"SignalR\",\"serviceId\"", "\"Storage\",\"serviceId\"", StringComparison.Ordinal),
                Item.Replace("Consumption", "Reservation", StringComparison.Ordinal),
                Item.Replace("\"retailPrice\":1.61", "\"retailPrice\":\"1.61\"", StringComparison.Ordinal),
                "7"
            )
        );

        var (meters, failure) = await ReadAsync(azure);

        Assert.Equal((0, null), (meters.Count, failure));
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("<html>")]
    [InlineData("""{"BillingCurrency":"USD","Count":0}""")]
    public async Task An_answer_without_a_list_is_a_failure_and_not_an_empty_list(string body)
    {
        using var azure = new FakeAzure();
        azure.Handle("GET", "prices.azure.com", body);

        Assert.Equal(FailureCode.InvalidResponse, (await ReadAsync(azure)).Failure!.Code);
    }

    [Fact]
    public async Task A_refusal_is_a_value_with_what_to_do()
    {
        using var azure = new FakeAzure();
        azure.Handle("GET", "prices.azure.com", _ => FakeAzure.CreateError(403, "Forbidden"));

        var failure = (await ReadAsync(azure)).Failure!;

        Assert.Equal(FailureCode.Forbidden, failure.Code);
        Assert.Contains("the retail prices of SignalR in westeurope", failure.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_cloud_without_the_API_is_asked_nothing()
    {
        using var azure = new FakeAzure();
        using var connection = AzureConnection.Create(azure.CreateOptions() with { Cloud = AzureEndpoints.China });

        var answer = await connection.Prices.ReadAsync(ServiceKind.SignalR, "chinaeast", "CNY", TestContext.Current.CancellationToken);

        Assert.Equal("This cloud has no API of retail prices: state yours under prices.", answer.Failure!.Text);
        Assert.Empty(azure.Calls);
    }

    private static async Task<Service.Prices.RetailAnswer> ReadAsync(FakeAzure azure)
    {
        using var connection = azure.Connect();
        return await connection.Prices.ReadAsync(ServiceKind.SignalR, "westeurope", "USD", TestContext.Current.CancellationToken);
    }

    private static string Page(params string[] parts)
    {
        var next = parts is [_, ['h', ..] link] ? $"\"{link}\"" : "null";
        var items = string.Join(',', parts.Where(part => part[0] != 'h'));
        return $$"""
            {"BillingCurrency":"USD","CustomerEntityId":"Default","CustomerEntityType":"Retail",
             "Items":[{{items}}],"NextPageLink":{{next}},"Count":1}
            """;
    }
}
