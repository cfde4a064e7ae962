using System.Net;
using System.Text.Json.Nodes;

namespace Advisor.LocalAzure.Tests.Monitor;

public sealed partial class MetricsTests
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
}
