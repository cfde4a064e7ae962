using System.Text.Json.Nodes;

namespace Advisor.LocalAzure.Tests.Monitor;

public sealed partial class MetricsTests
{
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
