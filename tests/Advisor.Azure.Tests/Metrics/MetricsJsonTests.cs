using System.Text;
using Advisor.Azure.Metrics;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Metrics;

public sealed class MetricsJsonTests
{
    private static readonly DateTimeOffset Eleven = new(2026, 3, 1, 11, 0, 0, TimeSpan.Zero);

    [Fact]
    public void A_bucket_without_a_value_is_missing_and_a_zero_is_a_zero()
    {
        var resource = Parse("metrics-batch.json").Resources[0];

        Assert.EndsWith("/SignalR/a", resource.Id, StringComparison.Ordinal);
        Assert.Equal(
            [
                new MinuteSample(Eleven, new MetricReadings(ServerLoad: 44, InboundTraffic: 1000)), // minutes 1 and 2 have no value at all
                new MinuteSample(Eleven.AddMinutes(3), new MetricReadings(ServerLoad: 0, InboundTraffic: 6_000_000)),
            ],
            resource.Samples
        );
    }

    [Fact]
    public void A_time_at_the_end_of_the_calendar_and_an_impossible_value_are_missing()
    {
        const string json = """
            {"interval":"PT1M","value":[{"name":{"value":"ConnectionCount"},"errorCode":"Success","timeseries":[{"data":[
            {"timeStamp":"0001-01-01T00:00:00Z","maximum":1},{"timeStamp":"2026-03-01T11:00:00Z","maximum":-1},
            {"timeStamp":"2026-03-01T11:01:00Z","maximum":1e999},{"timeStamp":"2026-03-01T11:02:00Z","maximum":4},
            {"timeStamp":"9999-12-31T23:59:00Z","maximum":1}]}]}]}
            """;

        var resource = Assert.Single(
            MetricsJson.Parse(Encoding.UTF8.GetBytes(json), ServiceKind.SignalR, TimeSpan.FromMinutes(1)).Resources
        );

        Assert.Equal(
            [
                new MinuteSample(Eleven, new MetricReadings(Impossible: MetricSet.ConnectionCount)),
                new MinuteSample(Eleven.AddMinutes(1), new MetricReadings(Impossible: MetricSet.ConnectionCount)),
                new MinuteSample(Eleven.AddMinutes(2), new MetricReadings(ConnectionCount: 4)),
            ],
            resource.Samples
        );
    }

    [Theory]
    [InlineData("2026-03-01T11:00:00Z")]
    [InlineData("2026-03-01T11:00:00.0000000Z")]
    [InlineData("2026-03-01T11:00:00+00:00")]
    [InlineData("2026-03-01T13:00:00+02:00")]
    [InlineData("2026-03-01T11:00Z")]
    [InlineData("2026-03-01 11:00:00Z")]
    [InlineData("03/01/2026 11:00:00")]
    public void A_time_is_read_in_each_form_that_Azure_has_used(string text) =>
        Assert.Equal(Eleven, Assert.Single(ParsePoint(text).Resources[0].Samples).Time);

    [Theory]
    [InlineData("2026-02-29T11:00:00Z")]
    [InlineData("2026-13-01T11:00:00Z")]
    [InlineData("2026-03-01T24:00:00Z")]
    [InlineData("2026-03-01T11:60:00Z")]
    [InlineData("2026-03-0xT11:00:00Z")]
    [InlineData("0000-03-01T11:00:00Z")]
    public void A_time_that_no_clock_shows_makes_the_answer_unreadable(string text)
    {
        var document = ParsePoint(text);

        Assert.Equal((0, false), (document.Resources.Count, document.IsWhole));
    }

    [Fact]
    public void An_interval_other_than_asked_for_turns_totals_into_those_of_a_minute_and_leaves_levels()
    {
        var resource = Parse("metrics-batch.json").Resources[1];

        Assert.Equal(TimeSpan.FromMinutes(5), resource.Grain);
        // 300 B / 5 min.
        Assert.Equal(new MetricReadings(ConnectionCount: 300, OutboundTraffic: 60), Assert.Single(resource.Samples).Readings);
    }

    [Fact]
    public void A_metric_that_failed_inside_the_answer_is_an_error_beside_the_others()
    {
        var resource = Assert.Single(Parse("metrics-partly-failed.json").Resources);

        Assert.Equal(("ServerLoad", "InvalidSamplingType"), (Assert.Single(resource.Errors).Metric, resource.Errors[0].Code));
        Assert.Equal(new MetricReadings(ConnectionCount: 812), Assert.Single(resource.Samples).Readings);
    }

    [Fact]
    public void What_az_prints_is_read_and_an_average_stands_in_for_a_level_but_never_for_a_total()
    {
        var resource = Assert.Single(Parse("az-metrics-list.json", ServiceKind.WebPubSub).Resources);

        Assert.Equal(new MinuteSample(Eleven, new MetricReadings(ServerLoad: 33, ConnectionCount: 120)), Assert.Single(resource.Samples));
        Assert.Equal(TimeSpan.FromMinutes(1), resource.Grain);
    }

    [Theory]
    [InlineData("""{"resourceid":"/b","value":[{"name":{"value":"ServerLoad"},"timeseries":[{"data":5}]}]}""", "/b")]
    [InlineData("""{"value":[{"name":{"value":"\ud800"},"timeseries":[]}],"resourceid":"/b"}""", "/b")]
    [InlineData("""{"interval":60,"resourceid":"/b"}""", "/b")]
    [InlineData("""{"resourceid":"\ud800","value":[]}""", null)]
    [InlineData("""{"resourceid":5}""", null)]
    [InlineData("null", null)]
    [InlineData("[[1],{}]", null)]
    public void An_element_that_cannot_be_read_is_named_where_it_can_be_and_hides_no_other(string element, string? id)
    {
        static string RenderSound(string id) =>
            $$"""
                {"resourceid":"/{{id}}","interval":"PT1M",
                 "value":[{"name":{"value":"ServerLoad"},"timeseries":[{"data":[{"timeStamp":"2026-03-01T11:00:00Z","maximum":44}]}]}]}
                """;
        var json = $$"""{"values":[{{RenderSound("a")}},{{element}},{{RenderSound("c")}}]}""";

        var document = MetricsJson.Parse(Encoding.UTF8.GetBytes(json), ServiceKind.SignalR, TimeSpan.FromMinutes(1));

        Assert.Equal((true, "/a", "/c"), (document.IsWhole, document.Resources[0].Id, document.Resources[1].Id));
        Assert.All(document.Resources, resource => Assert.Equal(44, Assert.Single(resource.Samples).Readings.ServerLoad));
        Assert.Equal([id], document.Unreadable);
    }

    [Theory]
    [InlineData("[[[[]]]]")]
    [InlineData("{\"maximum\":5}")]
    [InlineData("[{\"timeStamp\":\"2026-03-01T11:00:00Z\"}]")]
    [InlineData("\"44\"")]
    public void A_value_that_is_no_number_is_missing_and_takes_nothing_with_it(string value)
    {
        static string RenderElement(string id, string value) =>
            $$"""
                {"resourceid":"/{{id}}","value":[{"name":{"value":"ServerLoad"},
                 "timeseries":[{"data":[{"timeStamp":"2026-03-01T11:00:00Z","maximum":{{value}} }]}]}]}
                """;
        var json = $$"""{"values":[{{RenderElement("a", value)}},{{RenderElement("b", "44")}}]}""";

        var document = MetricsJson.Parse(Encoding.UTF8.GetBytes(json), ServiceKind.SignalR, TimeSpan.FromMinutes(1));

        Assert.Equal(["/a", "/b"], document.Resources.Select(resource => resource.Id));
        Assert.Empty(document.Resources[0].Samples);
        Assert.Equal(44, Assert.Single(document.Resources[1].Samples).Readings.ServerLoad);
    }

    [Fact]
    public void Lists_that_are_null_are_empty_and_a_code_that_is_null_or_absent_is_success()
    {
        const string Json = """
            {"value":[
             {"name":{"value":"ServerLoad"},"errorCode":null,"timeseries":null},
             {"name":{"value":"MessageCount"},"timeseries":[{"data":null}]},
             {"name":{"value":"ConnectionCount"},"errorCode":null,
              "timeseries":[{"data":[{"timeStamp":"2026-03-01T11:00:00Z","maximum":5}]}]}]}
            """;
        var resource = Assert.Single(
            MetricsJson.Parse(Encoding.UTF8.GetBytes(Json), ServiceKind.SignalR, TimeSpan.FromMinutes(1)).Resources
        );

        Assert.Empty(resource.Errors);
        Assert.Equal(new MinuteSample(Eleven, new MetricReadings(ConnectionCount: 5)), Assert.Single(resource.Samples));
    }

    [Fact]
    public void Any_cut_of_an_answer_gives_the_resources_before_it_and_says_that_it_is_not_whole()
    {
        var whole = SampleFiles.ReadOurs("metrics-batch.json");
        var text = Encoding.UTF8.GetString(whole);
        var lengthOfFirst = Encoding.UTF8.GetByteCount(text[..text.IndexOf("SignalR/b", StringComparison.Ordinal)]);
        var last = whole.AsSpan().TrimEnd("\n"u8).Length;

        for (var length = 0; length < last; length++)
        {
            var document = MetricsJson.Parse(whole.AsSpan(0, length), ServiceKind.SignalR, TimeSpan.FromMinutes(1));

            Assert.False(document.IsWhole, $"cut at {length}");
            Assert.True(length < lengthOfFirst || document.Resources.Count >= 1, $"cut at {length}");
        }
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("null")]
    [InlineData("\"text\"")]
    [InlineData("<html></html>")]
    [InlineData("""{"values":{}}""")]
    [InlineData("""{"value":[1]}""")]
    [InlineData("""{"value":[{"name":{"value":"ServerLoad"},"timeseries":[{"data":[{"timeStamp":"soon","maximum":1}]}]}]}""")]
    [Fault("monitor-foreign")]
    public void An_answer_of_another_shape_is_not_whole_and_throws_nothing(string json)
    {
        var document = MetricsJson.Parse(Encoding.UTF8.GetBytes(json), ServiceKind.SignalR, TimeSpan.FromMinutes(1));

        Assert.False(document.IsWhole);
        Assert.Empty(document.Resources);
    }

    [Fact]
    public void The_official_batch_example_is_read_with_its_empty_buckets()
    {
        // Its metrics are those of storage accounts; under our names for two levels the rest must be understood as it stands.
        var body = SampleFiles
            .ReadOfficialBody("monitor", "MetricBatchExample.json")
            .ToJsonString()
            .Replace("\"Ingress\"", "\"ServerLoad\"", StringComparison.Ordinal)
            .Replace("\"Egress\"", "\"ConnectionCount\"", StringComparison.Ordinal);

        var document = MetricsJson.Parse(Encoding.UTF8.GetBytes(body), ServiceKind.SignalR, TimeSpan.FromMinutes(1));

        Assert.True(document.IsWhole);
        Assert.Equal(["TestStorage1", "TestStorage2"], document.Resources.Select(r => r.Id!.Split('/')[^1]));
        Assert.All(document.Resources, r => Assert.Equal(TimeSpan.FromMinutes(15), r.Grain));
        Assert.All(document.Resources, r => Assert.Empty(r.Errors));
        Assert.Equal(new DateTimeOffset(2023, 2, 1, 20, 0, 0, TimeSpan.Zero), document.Resources[0].Samples[0].Time);
        Assert.Equal(12, document.Resources[0].Samples.Count); // 20:00 to 22:45 by 15 minutes
        Assert.DoesNotContain(document.Resources[1].Samples, s => s.Time.Hour == 22 && s.Time.Minute >= 15); // time stamps alone
    }

    [Fact]
    public void The_official_example_of_a_failed_metric_is_an_error_and_a_value()
    {
        var body = SampleFiles
            .ReadOfficialBody("monitor", "GetMetricError.json")
            .ToJsonString()
            .Replace("\"MongoRequestsCount\"", "\"ConnectionCount\"", StringComparison.Ordinal)
            .Replace("\"MongoRequests\"", "\"ServerLoad\"", StringComparison.Ordinal);

        var resource = Assert.Single(
            MetricsJson.Parse(Encoding.UTF8.GetBytes(body), ServiceKind.SignalR, TimeSpan.FromMinutes(1)).Resources
        );

        Assert.Equal(("ConnectionCount", "InvalidSamplingType"), (resource.Errors[0].Metric, resource.Errors[0].Code));
        Assert.Equal(0, Assert.Single(resource.Samples).Readings.ServerLoad); // the example has an average of 0.0 only
        Assert.Equal(TimeSpan.FromHours(4), resource.Grain);
    }

    [Fact]
    public void The_recorded_answer_without_any_series_is_whole_and_empty()
    {
        var recording = System.Text.Json.Nodes.JsonNode.Parse(SampleFiles.ReadOfficial("recordings", "CanQueryMetrics.json"))!;
        var body = recording["Entries"]![0]!["ResponseBody"]!.ToJsonString();

        var document = MetricsJson.Parse(Encoding.UTF8.GetBytes(body), ServiceKind.SignalR, TimeSpan.FromMinutes(1));

        Assert.True(document.IsWhole);
        Assert.Empty(Assert.Single(document.Resources).Samples);
        Assert.Empty(document.Resources[0].Errors);
    }

    private static MetricsDocument ParsePoint(string time) =>
        MetricsJson.Parse(
            Encoding.UTF8.GetBytes(
                $$"""
                {"interval":"PT1M","value":[{"name":{"value":"ConnectionCount"},"errorCode":"Success",
                "timeseries":[{"data":[{"timeStamp":"{{time}}","maximum":4}]}]}]}
                """
            ),
            ServiceKind.SignalR,
            TimeSpan.FromMinutes(1)
        );

    private static MetricsDocument Parse(string file, ServiceKind service = ServiceKind.SignalR)
    {
        var document = MetricsJson.Parse(SampleFiles.ReadOurs(file), service, TimeSpan.FromMinutes(1));
        Assert.True(document.IsWhole);
        return document;
    }
}
