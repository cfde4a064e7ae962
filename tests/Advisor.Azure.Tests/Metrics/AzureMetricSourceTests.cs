using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Service.Fleet;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Metrics;

public sealed partial class AzureMetricSourceTests
{
    private readonly FakeAzure azure = new();

    private readonly SteppingTime time = new(TimeSpan.FromSeconds(29));

    [Fact]
    public async Task A_resource_has_its_readings_minute_by_minute()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        var answer = await ReadAsync(AzureResponses.CreateResource("one"));

        var sample = Assert.Single(answer.Series[FakeAzure.CreateId("one")]);
        Assert.Equal(new DateTimeOffset(2026, 3, 1, 11, 30, 0, TimeSpan.Zero), sample.Time);
        Assert.Equal(new MetricReadings(7, 7, 7, 7, 7, 7, 7, 7), sample.Readings);
        Assert.Empty(answer.Failures);
        Assert.Empty(answer.Notes);
        Assert.Equal(2, answer.Calls); // levels and totals
    }

    [Fact]
    public async Task A_batch_call_goes_to_the_region_with_names_grain_and_window()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        await ReadAsync(AzureResponses.CreateResource("one"));

        var call = azure.Calls[0];
        Assert.Equal("westeurope.metrics.monitor.azure.com", call.Uri.Host);
        Assert.Equal($"/subscriptions/{FakeAzure.Subscription}/metrics:getBatch", call.Uri.AbsolutePath);
        Assert.Equal("Microsoft.SignalRService/SignalR", AzureResponses.ReadQuery(call, "metricnamespace"));
        Assert.Equal(["maximum", "total"], azure.Calls.Select(c => AzureResponses.ReadQuery(c, "aggregation")));
        Assert.Equal("PT1M", AzureResponses.ReadQuery(call, "interval"));
        Assert.Equal("2024-02-01", AzureResponses.ReadQuery(call, "api-version"));
        Assert.Equal("2026-03-01T11:00:00Z", AzureResponses.ReadQuery(call, "starttime"));
        Assert.Equal("2026-03-01T11:58:00Z", AzureResponses.ReadQuery(call, "endtime")); // noon less the lag of 2 minutes
        Assert.Equal($$"""{"resourceids":["{{FakeAzure.CreateId("one")}}"]}""", call.Body);
    }

    [Fact]
    public async Task Each_metric_is_asked_only_for_the_aggregation_that_it_has()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        await ReadAsync(AzureResponses.CreateResource("one"), AzureResponses.CreateResource("two", ServiceKind.WebPubSub));

        // As Azure lists them: traffic, messages and new connections have nothing but Total; the others have no Total.
        string[] totals = ["InboundTraffic", "OutboundTraffic", "MessageCount", "ConnectionOpenCount"];
        foreach (var call in azure.Calls)
        {
            var isTotal = AzureResponses.ReadQuery(call, "aggregation") == "total";
            Assert.All(AzureResponses.ReadMetrics(call), name => Assert.Equal(isTotal, totals.Contains(name)));
        }

        Assert.Equal(4, azure.Calls.Count); // two services, two aggregations
    }

    [Fact]
    public async Task A_thousand_resources_of_one_place_are_forty_calls()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        var answer = await ReadAsync([.. Enumerable.Range(0, 1000).Select(i => AzureResponses.CreateResource($"r{i}"))]);

        Assert.Equal(40, answer.Calls); // 1,000 / 50, levels and totals
        Assert.All(azure.Calls, call => Assert.Equal(50, AzureResponses.ReadIds(call).Count));
        Assert.Equal(1000, answer.Series.Count);
    }

    [Fact]
    public async Task Services_regions_and_subscriptions_never_share_a_batch()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));
        const string Other = "00000000-0000-0000-0000-000000000002";

        var answer = await ReadAsync(
            AzureResponses.CreateResource("a"),
            AzureResponses.CreateResource("b", ServiceKind.WebPubSub),
            AzureResponses.CreateResource("c", region: "eastus"),
            AzureResponses.CreateResource("d", subscription: Other)
        );

        Assert.Equal(8, answer.Calls); // four places, levels and totals
        Assert.All(azure.Calls, call => Assert.Single(AzureResponses.ReadIds(call)));
        Assert.Equal(4, answer.Series.Count);
    }

    [Fact]
    public async Task Web_PubSub_is_asked_for_its_own_names()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        var answer = await ReadAsync(AzureResponses.CreateResource("pubsub", ServiceKind.WebPubSub));

        var names = azure.Calls.SelectMany(AzureResponses.ReadMetrics).ToList();
        Assert.Contains("TotalConnectionCount", names);
        Assert.DoesNotContain("ConnectionCount", names);
        Assert.DoesNotContain("MessageCount", names);
        Assert.Equal(
            new MetricReadings(7, 7, 7, 7, 7, null, null, 7),
            answer.Series[FakeAzure.CreateId("pubsub", "WebPubSub")].Single().Readings
        );
    }

    [Fact]
    public async Task Minutes_outside_the_window_are_left_out()
    {
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call).Replace("11:30:00Z", "10:59:00Z", StringComparison.Ordinal))
        );

        var answer = await ReadAsync(AzureResponses.CreateResource("one"));

        Assert.Empty(answer.Series[FakeAzure.CreateId("one")]); // answered, and nothing known: not a failure
        Assert.Empty(answer.Failures);
    }

    [Fact]
    public async Task A_history_is_read_in_windows_of_the_longest_allowed_length()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));
        using var connection = azure.Connect(time);

        var answer = await connection.Metrics.ReadAsync(
            [AzureResponses.CreateResource("one")],
            AzureResponses.Noon.AddDays(-200),
            AzureResponses.Noon,
            TimeSpan.FromMinutes(5),
            TestContext.Current.CancellationToken
        );

        // 93 days less one hour are kept; 1,440 buckets of 5 minutes are 5 days; 92.96 / 5 gives 19 windows, of levels and of totals.
        Assert.Equal(38, answer.Calls);
        Assert.All(azure.Calls, call => Assert.Equal("PT5M", AzureResponses.ReadQuery(call, "interval")));
        Assert.Equal("2025-11-28T13:00:00Z", azure.Calls.Min(call => AzureResponses.ReadQuery(call, "starttime")));
        Assert.Equal("2026-03-01T11:58:00Z", azure.Calls.Max(call => AzureResponses.ReadQuery(call, "endtime")));
    }

    [Fact]
    public async Task A_grain_that_Azure_does_not_serve_is_a_fault_of_the_program()
    {
        using var connection = azure.Connect(time);

        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() =>
            connection.Metrics.ReadAsync(
                [],
                AzureResponses.Noon.AddHours(-1),
                AzureResponses.Noon,
                TimeSpan.FromMinutes(2),
                TestContext.Current.CancellationToken
            )
        );
    }

    [Theory]
    [InlineData("usgov", "westeurope.metrics.monitor.azure.us")]
    [InlineData("china", "westeurope.metrics.monitor.azure.cn")]
    public async Task Other_clouds_have_their_own_hosts(string cloud, string host)
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));
        Assert.True(AzureEndpoints.TryParse(cloud, out var chosen));
        using var connection = AzureConnection.Create(azure.CreateOptions(time) with { Cloud = chosen });

        await ReadAsync(connection, AzureResponses.CreateResource("one"));

        Assert.All(azure.Calls, call => Assert.Equal(host, call.Uri.Host));
    }

    private async Task<MetricReadResult> ReadAsync(params FleetResource[] resources)
    {
        using var connection = azure.Connect(time);
        return await ReadAsync(connection, resources);
    }

    private static Task<MetricReadResult> ReadAsync(AzureConnection connection, params FleetResource[] resources) =>
        connection.Metrics.ReadAsync(
            resources,
            AzureResponses.Noon.AddHours(-1),
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );
}
