using System.Net;

namespace Advisor.LocalAzure.Tests.Monitor;

public sealed partial class MetricsTests
{
    [Fact]
    public async Task An_unknown_metric_name_fails_the_whole_call_and_lists_the_valid_ones()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var single = await client.ReadMetricsAsync(azure.GetResource("hot-chat").Id, "ServerLoad,TotalConnectionCount", Start, End);
        var batch = await client.ReadBatchAsync(
            [azure.GetResource("live-webpubsub").Id],
            "Microsoft.SignalRService/WebPubSub",
            "MessageCount",
            Start,
            End
        );

        Assert.Equal(HttpStatusCode.BadRequest, single.Status);
        Assert.StartsWith(
            "Failed to find metric configuration for provider: Microsoft.SignalRService, resource Type: SignalR, metric: "
                + "TotalConnectionCount, Valid metrics: ConnectionCloseCount,ConnectionCount,",
            single.ErrorMessage,
            StringComparison.Ordinal
        );
        Assert.Null(single.Json["error"]);
        Assert.Equal((HttpStatusCode.BadRequest, "BadRequest"), (batch.Status, (string?)batch.Json["error"]!["code"]));
        Assert.Equal("BadRequest", batch.Headers["x-ms-error-code"]);
    }

    [Theory]
    [InlineData("interval=PT2M", "Invalid time grain duration: PT2M, supported ones are: 00:01:00,")]
    [InlineData("interval=soon", "Invalid time grain duration: soon,")]
    [InlineData("interval=PT1M&aggregation=median", "Invalid aggregation type: median,")]
    [InlineData(
        "interval=PT1M&$filter=Flavour eq 'sweet'",
        "Metric: ConnectionCount does not support requested dimension combination: Flavour,"
    )]
    public async Task A_query_that_cannot_be_is_refused_with_the_reason(string more, string message)
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.ReadMetricsAsync(azure.GetResource("hot-chat").Id, "ConnectionCount", Start, End, more);

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.StartsWith(message, answer.ErrorMessage, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_batch_keeps_to_one_region_one_type_one_subscription_and_fifty_resources()
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = new ManualTimeProvider(Now),
                Resources = Advisor.LocalAzure.Scenarios.LocalScenario.CreateMany(120, regions: 2),
            }
        );
        using var client = new LocalAzureClient(azure);
        const string Type = "Microsoft.SignalRService/SignalR";
        var bySet = azure.Resources.ToLookup(r => (r.Type, r.Region), r => r.Id);
        var west = bySet[(Type, "westeurope")].ToList();
        var other = west[0].Replace(azure.SubscriptionId, Guid.Empty.ToString(), StringComparison.Ordinal);

        Assert.Equal(HttpStatusCode.OK, (await ReadAsync(west)).Status);
        Assert.Contains(
            "one region",
            (await ReadAsync([west[0], bySet[(Type, "northeurope")].First()])).ErrorMessage,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "one region",
            (await ReadAsync([west[0]], "northeurope.metrics.monitor.azure.com")).ErrorMessage,
            StringComparison.Ordinal
        );
        Assert.Equal(HttpStatusCode.OK, (await ReadAsync([west[0]], "westeurope.metrics.monitor.azure.com")).Status);
        Assert.Contains(
            "of the type",
            (await ReadAsync([west[0], bySet[("Microsoft.SignalRService/WebPubSub", "westeurope")].First()])).ErrorMessage,
            StringComparison.Ordinal
        );
        Assert.Contains("subscription", (await ReadAsync([other])).ErrorMessage, StringComparison.Ordinal);
        Assert.Contains("between 1 and 50", (await ReadAsync([.. Enumerable.Repeat(west[0], 51)])).ErrorMessage, StringComparison.Ordinal);
        Assert.Contains("between 1 and 50", (await ReadAsync([])).ErrorMessage, StringComparison.Ordinal);

        Task<LocalAzureClient.Answer> ReadAsync(IReadOnlyList<string> ids, string? host = null) =>
            client.ReadBatchAsync(ids, Type, "ServerLoad", Start, End, host);
    }

    [Fact]
    public async Task A_metric_without_the_aggregation_asked_for_fails_by_itself()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var values = (
            await client.ReadMetricsAsync(
                azure.GetResource("hot-chat").Id,
                "InboundTraffic,ServerLoad",
                Start,
                End,
                "interval=PT1M&aggregation=average"
            )
        ).Json["value"]!.AsArray();

        Assert.Equal(["InvalidSamplingType", "Success"], values.Select(v => (string?)v!["errorCode"]));
        Assert.Empty(values[0]!["timeseries"]!.AsArray());
    }

    [Theory]
    [InlineData("ServerLoad,ConnectionCount,SystemErrors", "maximum", null)]
    [InlineData("ServerLoad", "average,minimum,maximum,count", null)]
    [InlineData("InboundTraffic,MessageCount", "total", null)]
    [InlineData("ServerLoad,InboundTraffic", "maximum", "InboundTraffic")]
    [InlineData("ServerLoad,InboundTraffic", "maximum,total", "ServerLoad")]
    [InlineData("ServerLoad,ConnectionCount", "average", "ConnectionCount")]
    public async Task A_batch_is_refused_where_a_metric_lacks_an_aggregation_that_it_names(
        string names,
        string aggregation,
        string? culprit
    )
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.ReadBatchAsync(
            [azure.GetResource("hot-chat").Id],
            "Microsoft.SignalRService/SignalR",
            names,
            Start,
            End,
            aggregation: aggregation
        );

        Assert.Equal(culprit is null ? HttpStatusCode.OK : HttpStatusCode.NotImplemented, answer.Status);
        Assert.Equal(culprit is null ? null : "NotImplemented", culprit is null ? null : answer.ErrorCode);
        Assert.Contains(culprit ?? "", culprit is null ? "" : answer.ErrorMessage, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("PT")]
    [InlineData("P10000Y")]
    [InlineData("-PT5M")]
    [InlineData("PT0S")]
    public async Task A_duration_that_is_none_is_refused(string timespan)
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.GetAsync(
            $"{azure.GetResource("hot-chat").Id}/providers/microsoft.insights/metrics?timespan={timespan}&metricnames=ServerLoad"
        );

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.Contains("Invalid time range", answer.ErrorMessage, StringComparison.Ordinal);
    }
}
