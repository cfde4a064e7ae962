using System.Text.Json.Nodes;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Costs;

namespace Advisor.Azure.Tests.Costs;

/// <summary>Actual costs as they are read, from a loopback Azure and from answers that it does not give.</summary>
public sealed class ActualCostReaderTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 25, 18, 0, 0, TimeSpan.Zero);
    private static readonly CostWindow Window = CostWindow.FindComplete(Now, TimeSpan.FromHours(72));

    private const string Columns = """
        [{"name":"Cost","type":"Number"},{"name":"UsageQuantity","type":"Number"},{"name":"UsageDate","type":"Number"},
         {"name":"ResourceId","type":"String"},{"name":"Meter","type":"String"},{"name":"Currency","type":"String"}]
        """;

    [Fact]
    public async Task Every_page_of_the_bill_is_read()
    {
        // Ten rows a page; ten resources have a row or two a day for 30 days.
        await using var azure = await StartAsync(new LocalAzureOptions { PageSize = 1 });

        var (rows, failure) = await ReadAsync(azure);

        Assert.Null(failure);
        Assert.Equal(Math.Ceiling(rows.Count / 10.0), azure.Calls[CallKind.Costs]);
        Assert.Equal(
            azure.Resources.Select(resource => resource.Id.ToLowerInvariant()).Order(StringComparer.Ordinal),
            rows.Select(row => row.ResourceId)
                .Where(id => !id.Contains("/replicas/", StringComparison.Ordinal))
                .Distinct()
                .Order(StringComparer.Ordinal)
        );
        Assert.Equal((Window.From, Window.To), (rows.Min(row => row.Day), rows.Max(row => row.Day)));
        var hot = azure.Resources[0];
        var units = rows.Where(row =>
                string.Equals(row.ResourceId, hot.Id, StringComparison.OrdinalIgnoreCase)
                && row.Meter.EndsWith("Unit", StringComparison.Ordinal)
            )
            .ToList();
        Assert.Equal(30, units.Count);
        Assert.All(units, row => Assert.Equal(((decimal?)hot.Units, "USD"), (row.Quantity, row.Currency)));
    }

    [Fact]
    public async Task The_request_asks_for_the_actual_cost_by_day_resource_and_meter_in_a_quota_of_its_own()
    {
        using var azure = new FakeAzure();
        azure.Handle("POST", "/providers/Microsoft.CostManagement/query", Page(""));

        var answer = await ReadAsync(azure);

        Assert.Equal((0, null), (answer.Rows.Count, answer.Failure));
        var call = Assert.Single(azure.Calls);
        Assert.Equal(
            $"/subscriptions/{FakeAzure.Subscription}/providers/Microsoft.CostManagement/query?api-version=2023-11-01",
            call.Uri.PathAndQuery
        );
        Assert.Equal("advisor", call.ClientType);
        var body = JsonNode.Parse(call.Body)!;
        // learn.microsoft.com/rest/api/cost-management/query/usage: QueryDefinition.
        Assert.True(
            JsonNode.DeepEquals(
                body,
                JsonNode.Parse(
                    """
                    {"type":"ActualCost","timeframe":"Custom",
                     "timePeriod":{"from":"2026-10-23T00:00:00Z","to":"2026-11-21T23:59:59Z"},
                     "dataset":{"granularity":"Daily",
                       "aggregation":{"totalCost":{"name":"Cost","function":"Sum"},
                                      "totalQuantity":{"name":"UsageQuantity","function":"Sum"}},
                       "grouping":[{"type":"Dimension","name":"ResourceId"},{"type":"Dimension","name":"Meter"}],
                       "filter":{"dimensions":{"name":"ResourceType","operator":"In","values":[
                         "microsoft.signalrservice/signalr","microsoft.signalrservice/signalr/replicas",
                         "microsoft.signalrservice/webpubsub","microsoft.signalrservice/webpubsub/replicas"]}}}}
                    """
                )
            ),
            body.ToJsonString()
        );
    }

    [Fact]
    public async Task Columns_are_found_by_name_and_what_belongs_to_no_resource_is_left_out()
    {
        using var azure = new FakeAzure();
        azure.Handle(
            "POST",
            "CostManagement/query",
            """
            {"properties":{"nextLink":"","columns":[{"name":"UsageDate","type":"Number"},{"name":"Currency","type":"String"},
              {"name":"ResourceId","type":"String"},{"name":"PreTaxCost","type":"Number"}],
             "rows":[[20261121,"eur","/a",1.5],["2026-11-20T00:00:00","EUR","/a",-2],[20261121,"EUR","",9]]}}
            """
        );

        var (rows, failure) = await ReadAsync(azure);

        Assert.Null(failure);
        // Without columns of meter and quantity: not known.
        Assert.Equal(
            [
                new ActualCostRow("/a", new DateOnly(2026, 11, 21), "", "EUR", 1.5m, null),
                new ActualCostRow("/a", new DateOnly(2026, 11, 20), "", "EUR", -2, null),
            ],
            rows
        );
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("<html>")]
    [InlineData("""{"properties":{"rows":[]}}""")]
    [InlineData("""{"properties":{"columns":[],"rows":[]}}""")]
    [InlineData("""{"properties":{"columns":COLUMNS}}""")]
    [InlineData("""{"properties":{"columns":COLUMNS,"rows":[[1,1,"soon","/a","m","EUR"]]}}""")]
    [InlineData("""{"properties":{"columns":COLUMNS,"rows":[[null,1,20261121,"/a","m","EUR"]]}}""")]
    [InlineData("""{"properties":{"columns":COLUMNS,"rows":[{"Cost":1}]}}""")]
    [InlineData("""{"properties":{"columns":COLUMNS,"rows":[[1,1,20261121,"/a","m"]]}}""")]
    public async Task An_answer_that_does_not_fit_is_a_failure_and_not_an_empty_bill(string body)
    {
        using var azure = new FakeAzure();
        azure.Handle("POST", "CostManagement/query", body.Replace("COLUMNS", Columns, StringComparison.Ordinal));

        var answer = await ReadAsync(azure);

        Assert.Empty(answer.Rows);
        Assert.Equal(FailureCode.InvalidResponse, answer.Failure!.Code);
    }

    [Fact]
    public async Task A_link_to_elsewhere_is_not_followed()
    {
        using var azure = new FakeAzure();
        azure.Handle("POST", "CostManagement/query", Page("", "https://example.com/query?$skiptoken=1"));

        Assert.Equal(FailureCode.InvalidResponse, (await ReadAsync(azure)).Failure!.Code);
        Assert.Single(azure.Calls);
    }

    [Fact]
    public async Task A_missing_role_is_named()
    {
        // Monitor and resources may be read; costs answer 401, which is not a sign-in that has expired.
        await using var azure = await StartAsync(
            new LocalAzureOptions { PermittedActions = ["Microsoft.SignalRService/*/read", "Microsoft.Insights/*/read"] }
        );

        var (_, failure) = await ReadAsync(azure);

        Assert.Equal(
            new FleetFailure(
                $"/subscriptions/{azure.SubscriptionId}",
                FailureCode.Forbidden,
                $"No permission to read the costs of /subscriptions/{azure.SubscriptionId} (401 RBACAccessDenied): grant Cost Management "
                    + "Reader on the subscription; a new grant takes a few minutes to take effect."
            ),
            failure
        );
        Assert.Equal(1, azure.Calls[CallKind.Costs]);
    }

    [Fact]
    public async Task An_agreement_without_costs_says_so_and_what_to_set()
    {
        using var azure = new FakeAzure();
        azure.Handle(
            "POST",
            "CostManagement/query",
            _ => FakeAzure.CreateError(400, "AccountCostDisabled", "Access to cost data has been disabled for account admins.")
        );

        var failure = (await ReadAsync(azure)).Failure!;

        Assert.Contains("400 AccountCostDisabled", failure.Text, StringComparison.Ordinal);
        Assert.Contains("Access to cost data has been disabled", failure.Text, StringComparison.Ordinal);
        Assert.EndsWith(
            "Where Cost Management has no costs of this agreement, set costs: estimate.",
            failure.Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Throttling_is_waited_for_by_the_header_of_Cost_Management_and_holds_up_nothing_else()
    {
        await using var azure = await StartAsync(new LocalAzureOptions());
        azure.Faults.Add(new Fault(FaultKind.Throttle) { Call = CallKind.Costs, RetryAfterSeconds = 3600 });
        using var connection = AzureConnection.Create(new AzureOptions { Endpoint = azure.Endpoint });

        var (_, failure) = await connection.Costs.ReadAsync(azure.SubscriptionId, Window, TestContext.Current.CancellationToken);
        var listing = await connection.Fleet.ListAsync(
            new FleetScope { Subscriptions = [azure.SubscriptionId] },
            TestContext.Current.CancellationToken
        );

        // An hour is limited to 15 minutes, which is too long to wait for.
        Assert.Equal(FailureCode.Throttled, failure!.Code);
        Assert.Contains("try again in 900 s", failure.Text, StringComparison.Ordinal);
        Assert.Equal(1, azure.Calls[CallKind.Costs]);
        Assert.Empty(listing.Failures);
        Assert.NotEmpty(listing.Resources);
    }

    [Theory]
    [InlineData(BillingModel.Prorated)]
    [InlineData(BillingModel.DailyPeak)]
    public async Task A_local_bill_counts_a_day_as_it_is_told_to(BillingModel billing)
    {
        var time = new ManualTimeProvider(new DateTimeOffset(Now.Date, TimeSpan.Zero));
        await using var azure = await StartAsync(
            new LocalAzureOptions
            {
                Billing = billing,
                ScalingTime = TimeSpan.Zero,
                Resources = [LocalScenario.Ten[0] with { Units = 2 }],
            },
            time
        );
        using var http = new HttpClient();

        // 2 units until 12:00, 6 from then on: a mean of 4 and a maximum of 6.
        time.Advance(TimeSpan.FromHours(12) - TimeSpan.FromMinutes(1));
        using var patch = new StringContent(
            """{"sku":{"name":"Standard_S1","tier":"Standard","capacity":6}}""",
            System.Text.Encoding.UTF8,
            "application/json"
        );
        using var answer = await http.PatchAsync(
            new Uri(azure.Endpoint, azure.Resources[0].Id + "?api-version=2024-03-01"),
            patch,
            TestContext.Current.CancellationToken
        );
        Assert.True(answer.IsSuccessStatusCode);
        time.Advance(TimeSpan.FromDays(6));
        var day = DateOnly.FromDateTime(Now.Date);
        using var connection = AzureConnection.Create(new AzureOptions { Endpoint = azure.Endpoint });

        var (rows, _) = await connection.Costs.ReadAsync(
            azure.SubscriptionId,
            new CostWindow(day, day.AddDays(1)),
            TestContext.Current.CancellationToken
        );

        Assert.Equal(
            [billing == BillingModel.Prorated ? 4m : 6m, 6m],
            rows.Where(row => row.Meter == "Standard Unit").Select(row => row.Quantity!.Value)
        );
    }

    private static Task<LocalAzureHost> StartAsync(LocalAzureOptions options, TimeProvider? time = null) =>
        LocalAzureHost.StartAsync(options with { Time = time ?? new ManualTimeProvider(Now) }, TestContext.Current.CancellationToken);

    private static async Task<CostAnswer> ReadAsync(LocalAzureHost azure)
    {
        using var connection = AzureConnection.Create(new AzureOptions { Endpoint = azure.Endpoint });
        return await connection.Costs.ReadAsync(azure.SubscriptionId, Window, TestContext.Current.CancellationToken);
    }

    private static async Task<CostAnswer> ReadAsync(FakeAzure azure)
    {
        using var connection = azure.Connect();
        return await connection.Costs.ReadAsync(FakeAzure.Subscription, Window, TestContext.Current.CancellationToken);
    }

    private static string Page(string rows, string? next = null)
    {
        var link = next is null ? "null" : $"\"{next}\"";
        return $$$"""{"properties":{"nextLink":{{{link}}},"columns":{{{Columns}}},"rows":[{{{rows}}}]}}""";
    }
}
