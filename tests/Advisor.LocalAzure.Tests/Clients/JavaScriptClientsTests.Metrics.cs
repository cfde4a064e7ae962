using System.Text.Json;

namespace Advisor.LocalAzure.Tests.Clients;

/// <content>Metrics, their definitions and namespaces.</content>
public sealed partial class JavaScriptClientsTests
{
    [Fact]
    public async Task The_metrics_of_one_resource_are_read_whole_split_and_by_a_duration()
    {
        var metrics = await clients.GetAsync("monitor.metrics.list");
        var split = await clients.GetAsync("monitor.metrics.list split");

        Assert.Equal(
            ["ServerLoad", "ConnectionCount"],
            metrics.GetProperty("value").EnumerateArray().Select(m => ReadText(m.GetProperty("name"), "value"))
        );
        Assert.Equal(100, ReadValues(metrics.GetProperty("value")[1], "maximum")[0], tolerance: 2); // and its wave of 2 %
        Assert.Equal(10, ReadValues(metrics.GetProperty("value")[1], "maximum").Count);
        Assert.Equal(
            ["Client", "Server", "LiveTrace"],
            split
                .GetProperty("value")[0]
                .GetProperty("timeseries")
                .EnumerateArray()
                .Select(s => ReadText(s.GetProperty("metadatavalues")[0], "value"))
        );
        Assert.Equal(
            "2026-01-05T09:45:00Z/2026-01-05T10:00:00Z",
            ReadText(await clients.GetAsync("monitor.metrics.list by duration"), "timespan")
        );
        var unknown = await clients.GetAsync("monitor.metrics.list of an unknown metric");
        Assert.Equal((400, "BadRequest"), ReadRefusal(unknown));
        Assert.StartsWith("Failed to find metric configuration", ReadText(unknown, "error"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Definitions_and_namespaces_of_metrics_are_read()
    {
        var definitions = (await clients.GetAsync("monitor.metricDefinitions.list"))
            .EnumerateArray()
            .ToDictionary(
                d => ReadText(d.GetProperty("name"), "value"),
                d => string.Join(',', d.GetProperty("supportedAggregationTypes").EnumerateArray())
            );

        // Azure's list of supported metrics, edition of 2026-07-13.
        Assert.Equal(
            ("Average,Minimum,Maximum", "Maximum", "Total", "Total"),
            (definitions["ServerLoad"], definitions["ConnectionCount"], definitions["InboundTraffic"], definitions["ConnectionOpenCount"])
        );
        var space = Assert.Single((await clients.GetAsync("monitor.metricNamespaces.list")).EnumerateArray());
        Assert.Equal(SignalR, ReadText(space.GetProperty("properties"), "metricNamespaceName"));
    }

    [Theory]
    [InlineData(SignalR, 100, 200)]
    [InlineData(WebPubSub, 300, 400)]
    public async Task Metrics_of_many_resources_are_read_in_one_call_for_each_aggregation(string type, double first, double second)
    {
        var levels = (await clients.GetAsync($"batch {type} levels")).EnumerateArray().ToList();
        var totals = (await clients.GetAsync($"batch {type} totals")).EnumerateArray().ToList();
        var split = (await clients.GetAsync($"batch {type} split")).EnumerateArray().ToList();

        Assert.Equal((2, 2, 2), (levels.Count, totals.Count, split.Count));

        // Connections by the quota metric, which is their share of 1,000 for each unit; the change of size came an hour after these
        // minutes.
        Assert.Equal(first, GetConnections(levels[0]), tolerance: first / 50);
        Assert.Equal(second, GetConnections(levels[1]), tolerance: second / 50);
        Assert.All(
            totals,
            one =>
                Assert.All(
                    one.GetProperty("metrics").EnumerateArray(),
                    metric => Assert.All(ReadValues(metric, "total"), v => Assert.True(v > 0))
                )
        );
        Assert.All(split, one => Assert.Single(one.GetProperty("metrics")[0].GetProperty("timeseries").EnumerateArray()));
        Assert.Equal((501, "NotImplemented"), ReadRefusal(await clients.GetAsync($"batch {type} mixed")));

        static double GetConnections(JsonElement resource)
        {
            var units = Fleet.Single(spec => ReadText(resource, "resourceId").EndsWith("/" + spec.Name, StringComparison.Ordinal)).Units;
            return ReadValues(resource.GetProperty("metrics")[1], "maximum")[0] / 100 * 1000 * units;
        }
    }

    private static IReadOnlyList<double> ReadValues(JsonElement metric, string aggregation) =>
        [
            .. metric
                .GetProperty("timeseries")[0]
                .GetProperty("data")
                .EnumerateArray()
                .Select(point => point.GetProperty(aggregation).GetDouble()),
        ];
}
