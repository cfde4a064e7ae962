using Advisor.Core.Capacity;
using Advisor.Lab.Resources;
using Advisor.Lab.Traces;

namespace Advisor.Lab.Tests.Traces;

public class MeasuredReaderTests
{
    // 60 million bytes in an hour are a million a minute; 2,000 connections are 2,000.
    [Theory]
    [InlineData("PT1H", 1e6)]
    [InlineData("1:00:00", 1e6)]
    [InlineData("PT1M", 60e6)]
    public void Totals_of_an_export_are_those_of_the_stated_interval(string interval, double bytes)
    {
        var text = $$"""
            {"interval":"{{interval}}","value":[
              {"name":{"value":"ConnectionCount"},"timeseries":[{"data":[
                {"timeStamp":"2026-01-05T00:00:00Z","maximum":2000},{"timeStamp":"2026-01-05T01:00:00Z","maximum":2000}]}]},
              {"name":{"value":"InboundTraffic"},"timeseries":[{"data":[
                {"timeStamp":"2026-01-05T00:00:00Z","total":60000000},{"timeStamp":"2026-01-05T01:00:00Z","total":60000000}]}]}]}
            """;
        var first = MeasuredJsonReader.Read(text, "chat", SimulatedResource.StandardLadder).Series!.Samples[0].Readings;

        Assert.Equal((2000, bytes), (first.ConnectionCount!.Value, first.InboundTraffic!.Value));
    }

    // Rows of five minutes with one gap; 300 bytes in five minutes are 60 a minute.
    [Fact]
    public void Totals_of_a_table_are_those_of_the_usual_time_between_rows()
    {
        using var text = new StringReader(
            "time,ConnectionCount,InboundTraffic\n2026-01-05T00:00:00Z,9,300\n2026-01-05T00:05:00Z,9,300\n2026-01-05T01:00:00Z,9,300\n"
                + "2026-01-05T01:05:00Z,9,300\n"
        );
        var samples = MeasuredCsvReader.Read(text, "chat", SimulatedResource.StandardLadder).Series!.Samples;

        Assert.All(samples, s => Assert.Equal((9, 60), (s.Readings.ConnectionCount!.Value, s.Readings.InboundTraffic!.Value)));
    }

    [Fact]
    public void Of_several_aggregations_a_level_is_its_maximum_and_traffic_its_total()
    {
        static string RenderMetric(string name) =>
            $$"""
                {"name":{"value":"{{name}}"},"timeseries":[{"data":[
                  {"timeStamp":"2026-01-05T00:00:00Z","average":1,"maximum":2,"total":4},
                  {"timeStamp":"2026-01-05T00:01:00Z","average":1,"maximum":null,"total":4}]}]}
                """;
        var samples = MeasuredJsonReader
            .Read(
                $$"""{"value":[{{RenderMetric("ServerLoad")}},{{RenderMetric("OutboundTraffic")}}]}""",
                "chat",
                SimulatedResource.StandardLadder
            )
            .Series!.Samples;

        Assert.Equal((2, 4), (samples[0].Readings.ServerLoad!.Value, samples[0].Readings.OutboundTraffic!.Value));
        Assert.Equal(1, samples[1].Readings.ServerLoad!.Value);
    }

    [Theory]
    [InlineData("", "ConnectionCount", ServiceKind.SignalR)]
    [InlineData("", "TotalConnectionCount", ServiceKind.WebPubSub)]
    [InlineData(
        "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/WebPubSub/x/providers/",
        "ServerLoad",
        ServiceKind.WebPubSub
    )]
    [InlineData(
        "/subscriptions/0/resourceGroups/g/providers/microsoft.signalrservice/signalr/x/providers/",
        "ServerLoad",
        ServiceKind.SignalR
    )]
    public void The_service_of_an_export_is_that_of_its_id_and_its_metrics(string id, string metric, ServiceKind service)
    {
        var export = $$"""
            {"value":[{"id":"{{id}}Microsoft.Insights/metrics/{{metric}}","name":{"value":"{{metric}}"},"timeseries":[{"data":[
              {"timeStamp":"2026-01-05T00:00:00Z","maximum":20},{"timeStamp":"2026-01-05T00:01:00Z","maximum":20}]}]}]}
            """;
        using var table = new StringReader($"time,{metric}\n2026-01-05T00:00:00Z,20\n2026-01-05T00:01:00Z,20\n");
        var rows = $$"""[{"time":"2026-01-05T00:00:00Z","metrics":{"{{metric}}":20} },{"time":"2026-01-05T00:01:00Z","{{metric}}":20}]""";
        var ladder = SimulatedResource.StandardLadder;

        Assert.Equal(service, MeasuredJsonReader.Read(export, "chat", ladder).Series!.Service);
        if (id.Length == 0)
        {
            Assert.Equal(service, MeasuredCsvReader.Read(table, "chat", ladder).Series!.Service);
            Assert.Equal(service, MeasuredJsonReader.Read(rows, "chat", ladder).Series!.Service);
        }
    }
}
