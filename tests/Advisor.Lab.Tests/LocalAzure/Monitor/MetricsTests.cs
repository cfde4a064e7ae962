using System.Net;
using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure;

namespace Advisor.Lab.Tests.LocalAzure.Monitor;

public sealed class MetricsTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 0, 30, TimeSpan.Zero);

    private static readonly DateTimeOffset Start = new(2026, 1, 5, 9, 0, 0, TimeSpan.Zero);

    private static readonly DateTimeOffset End = new(2026, 1, 5, 9, 10, 0, TimeSpan.Zero);

    private static Task<LocalAzureHost> StartAsync() =>
        LocalAzureHost.StartAsync(new LocalAzureOptions { Time = new ManualTimeProvider(Now) });

    [Fact]
    public async Task A_minute_at_09_00_reads_as_the_simulated_service_has_it()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        // At 09:00 the wave crosses its middle, so 4,700 connections of 5 units: 94 %. Each sends 0.1 messages of 1,024 B a second; with
        // the leg to the app servers traffic counts twice in and twice out: 4,700 x 0.1 x 1,024 x 60 x 2 = 57,753,600 bytes; in pieces of
        // 2,048: 28,200.
        var answer = await client.ReadMetricsAsync(
            azure.GetResource("lobby-connections").Id,
            "ConnectionCount,ConnectionQuotaUtilization,InboundTraffic,OutboundTraffic,MessageCount",
            Start,
            Start.AddMinutes(1)
        );
        var values = answer.Json["value"]!.AsArray();

        Assert.Equal(4700, (double)ReadBucket(values[0])["maximum"]!);
        Assert.Equal(94, (double)ReadBucket(values[1])["average"]!);
        Assert.Equal(57_753_600, (double)ReadBucket(values[2])["total"]!);
        Assert.Equal(57_753_600, (double)ReadBucket(values[3])["total"]!);
        Assert.Equal(28_200, (double)ReadBucket(values[4])["total"]!);

        static JsonNode ReadBucket(JsonNode? metric) => metric!["timeseries"]![0]!["data"]![0]!;
    }

    [Fact]
    public async Task The_batch_and_the_single_call_say_the_same()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var ids = new[] { azure.GetResource("hot-chat").Id, azure.GetResource("rooms-small-groups").Id };
        const string Names = "ServerLoad,ConnectionCount";

        var batch = (await client.ReadBatchAsync(ids, "Microsoft.SignalRService/SignalR", Names, Start, End)).Json["values"]!.AsArray();

        Assert.Equal(ids, batch.Select(v => (string?)v!["resourceid"]));
        foreach (var (id, values) in ids.Zip(batch))
        {
            var single = (await client.ReadMetricsAsync(id, Names, Start, End, "interval=PT1M&aggregation=maximum")).Json;
            Assert.Equal(single["value"]!.ToJsonString(), values!["value"]!.ToJsonString());
        }

        Assert.Equal((1, 2), (azure.Calls[CallKind.MetricBatch], azure.Calls[CallKind.MetricSingle]));
    }

    [Fact]
    public async Task Missing_metrics_are_buckets_with_only_their_time()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var data = (await client.ReadMetricsAsync(azure.GetResource("silent-metrics").Id, "ServerLoad", Start, End)).Json["value"]![0]![
            "timeseries"
        ]![0]!["data"]!.AsArray();

        Assert.Equal(10, data.Count);
        Assert.All(data, bucket => Assert.Equal(["timeStamp"], bucket!.AsObject().Select(p => p.Key)));
    }

    [Fact]
    public async Task A_deleted_resource_in_a_batch_has_empty_series_and_no_error()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var (gone, there) = (azure.GetResource("hot-chat").Id, azure.GetResource("lobby-connections").Id);
        azure.Remove(gone);

        var values = (await client.ReadBatchAsync([gone, there], "microsoft.signalrservice/signalr", "ServerLoad", Start, End)).Json[
            "values"
        ]!.AsArray();

        Assert.Empty(values[0]!["value"]![0]!["timeseries"]!.AsArray());
        Assert.Equal("Success", (string?)values[0]!["value"]![0]!["errorCode"]);
        Assert.Single(values[1]!["value"]![0]!["timeseries"]!.AsArray());
    }

    [Fact]
    public async Task A_filter_splits_a_metric_by_its_dimension_and_the_parts_add_up()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var series = (
            await client.ReadMetricsAsync(
                azure.GetResource("hot-chat").Id,
                "ConnectionCount",
                Start,
                Start.AddMinutes(1),
                "aggregation=maximum&$filter=Endpoint eq '*'"
            )
        ).Json["value"]![0]!["timeseries"]!.AsArray();

        // 1,240 connections at 09:00: 98 % of clients, 2 % of servers, no live trace.
        Assert.Equal(["Client", "Server", "LiveTrace"], series.Select(s => (string?)s!["metadatavalues"]![0]!["value"]));
        Assert.Equal([1215, 25, 0], series.Select(s => (double)s!["data"]![0]!["maximum"]!));
    }

    [Fact]
    public async Task A_foreign_metric_namespace_gives_empty_series()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.ReadMetricsAsync(
            azure.GetResource("hot-chat").Id,
            "ServerLoad",
            Start,
            End,
            "metricnamespace=Microsoft.Web/sites"
        );

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Empty(answer.Json["value"]![0]!["timeseries"]!.AsArray());
    }

    [Fact]
    public async Task The_same_minute_reads_the_same_whoever_asks_and_when()
    {
        var time = new ManualTimeProvider(Now);
        await using var one = await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = time });
        await using var two = await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = time });
        using var client = new LocalAzureClient(one);
        using var other = new LocalAzureClient(two);
        var id = one.GetResource("hot-chat").Id;

        var before = (await client.ReadMetricsAsync(id, "ServerLoad", Start, End)).Text;
        time.Advance(TimeSpan.FromHours(5));

        Assert.Equal(before, (await client.ReadMetricsAsync(id, "ServerLoad", Start, End)).Text);
        Assert.Equal(before, (await other.ReadMetricsAsync(id, "ServerLoad", Start, End)).Text);
    }

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
    public async Task A_batch_keeps_to_one_type_one_subscription_and_fifty_resources()
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = new ManualTimeProvider(Now),
                Resources = Advisor.Lab.LocalAzure.Scenarios.LocalScenario.CreateMany(120, regions: 2),
            }
        );
        using var client = new LocalAzureClient(azure);
        const string Type = "Microsoft.SignalRService/SignalR";
        var bySet = azure.Resources.ToLookup(r => (r.Type, r.Region), r => r.Id);
        var west = bySet[(Type, "westeurope")].ToList();
        var other = west[0].Replace(azure.SubscriptionId, Guid.Empty.ToString(), StringComparison.Ordinal);

        Assert.Equal(HttpStatusCode.OK, (await ReadAsync(west)).Status);
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
    public async Task An_endpoint_has_the_series_of_its_own_region_and_empty_ones_of_any_other()
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = new ManualTimeProvider(Now),
                Resources = [new() { Name = "west" }, new() { Name = "north", Region = "northeurope" }],
            }
        );
        using var client = new LocalAzureClient(azure);
        string[] ids = [azure.GetResource("west").Id, azure.GetResource("north").Id];

        var answer = await client.ReadBatchAsync(
            ids,
            "Microsoft.SignalRService/SignalR",
            "ServerLoad",
            Start,
            End,
            "westeurope.metrics.monitor.azure.com"
        );

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        var values = answer.Json["values"]!.AsArray();
        Assert.Equal(ids, values.Select(value => (string?)value!["resourceid"]));
        Assert.Equal([1, 0], values.Select(value => value!["value"]![0]!["timeseries"]!.AsArray().Count));
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

    [Fact]
    public async Task The_times_of_the_Azure_CLI_are_escaped_twice_and_have_no_offset()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        // As az monitor metrics list --offset 1h sends it: 2026-01-05T09:00:30.5/2026-01-05T10:00:30.5.
        var answer = await client.GetAsync(
            $"{azure.GetResource("hot-chat").Id}/providers/microsoft.insights/metrics"
                + "?timespan=2026-01-05T09%253A00%253A30.5%252F2026-01-05T10%253A00%253A30.5&metricnames=ServerLoad"
        );

        Assert.Equal("2026-01-05T09:00:00Z/2026-01-05T10:00:00Z", (string?)answer.Json["timespan"]);
    }

    [Fact]
    public async Task The_end_is_exclusive_and_a_minute_is_visible_two_minutes_after_it_began()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        // Now is 10:00:30: minute 09:58 is visible, 09:59 is not; the bucket of 10:00 is not asked for.
        var data = (
            await client.ReadMetricsAsync(azure.GetResource("hot-chat").Id, "ServerLoad", new(2026, 1, 5, 9, 57, 0, TimeSpan.Zero), Now)
        ).Json["value"]![0]!["timeseries"]![0]!["data"]!.AsArray();

        Assert.Equal(["2026-01-05T09:57:00Z", "2026-01-05T09:58:00Z", "2026-01-05T09:59:00Z"], data.Select(d => (string?)d!["timeStamp"]));
        Assert.Equal([true, true, false], data.Select(d => d!["average"] is not null));
    }

    [Theory]
    [InlineData("PT5M", 12)]
    [InlineData("PT15M", 4)]
    [InlineData("PT1H", 1)]
    [InlineData("FULL", 1)]
    public async Task A_coarse_bucket_is_the_sum_mean_minimum_and_maximum_of_its_minutes(string grain, int buckets)
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var id = azure.GetResource("hot-chat").Id;
        var (from, to) = (Start.AddHours(-2), Start.AddHours(-1));
        var minutes = ReadData(
            await client.ReadMetricsAsync(id, "ServerLoad,InboundTraffic", from, to, "interval=PT1M&aggregation=average,total")
        );

        var coarse = ReadData(
            await client.ReadMetricsAsync(
                id,
                "ServerLoad,InboundTraffic",
                from,
                to,
                $"interval={grain}&aggregation=average,minimum,maximum,total,count"
            )
        );

        Assert.Equal(buckets, coarse[0].Count);
        var size = 60 / buckets;
        for (var i = 0; i < buckets; i++)
        {
            var load = minutes[0].Skip(i * size).Take(size).Select(m => (double)m!["average"]!).ToList();
            Assert.Equal(load.Average(), (double)coarse[0][i]!["average"]!, 9);
            Assert.Equal(
                (load.Min(), load.Max(), size),
                ((double)coarse[0][i]!["minimum"]!, (double)coarse[0][i]!["maximum"]!, (int)(double)coarse[0][i]!["count"]!)
            );
            Assert.Equal(minutes[1].Skip(i * size).Take(size).Sum(m => (double)m!["total"]!), (double)coarse[1][i]!["total"]!, 3);
        }

        static List<JsonArray> ReadData(LocalAzureClient.Answer answer) =>
            [.. answer.Json["value"]!.AsArray().Select(v => v!["timeseries"]![0]!["data"]!.AsArray())];
    }

    [Fact]
    public async Task Readings_older_than_93_days_are_gone_and_those_a_day_younger_are_there()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var id = azure.GetResource("hot-chat").Id;

        var old = await client.ReadMetricsAsync(id, "ServerLoad", Now.AddDays(-94), Now.AddDays(-93.5));
        var young = await client.ReadMetricsAsync(id, "ServerLoad", Now.AddDays(-92), Now.AddDays(-92).AddMinutes(1));

        Assert.Contains("Max metrics retention period: 93.00:00:00", old.ErrorMessage, StringComparison.Ordinal);
        Assert.NotNull(young.Json["value"]![0]!["timeseries"]![0]!["data"]![0]!["average"]);
    }

    [Theory]
    [InlineData("PT900.0S", "09:45:00", "10:00:00")] // what Azure's client for Python sends for a quarter of an hour
    [InlineData("PT15M", "09:45:00", "10:00:00")]
    [InlineData("2026-01-05T09:00:00Z/PT10M", "09:00:00", "09:10:00")]
    [InlineData("PT10M/2026-01-05T09:10:00Z", "09:00:00", "09:10:00")]
    public async Task A_timespan_may_be_a_duration(string timespan, string from, string until)
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.GetAsync(
            $"{azure.GetResource("hot-chat").Id}/providers/microsoft.insights/metrics?timespan={timespan}&metricnames=ServerLoad&"
                + "interval=PT1M"
        );

        // The clock stands at 10:00:30; times are cut to the minute.
        Assert.Equal($"2026-01-05T{from}Z/2026-01-05T{until}Z", (string?)answer.Json["timespan"]);
    }
}
