using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Tests;

namespace Advisor.Lab.Tests.LocalAzure.Clients;

/// <summary>
/// Microsoft's own clients for JavaScript as judges of the loopback Azure: tests/azure-clients.js makes every call that they have and it
/// answers, once for all tests here. What they send, how they read an answer and how they follow a change is theirs.
/// </summary>
public sealed class JavaScriptClientsTests(JavaScriptClientsTests.Clients clients) : IClassFixture<JavaScriptClientsTests.Clients>
{
    private const string SignalR = "Microsoft.SignalRService/SignalR";
    private const string WebPubSub = "Microsoft.SignalRService/WebPubSub";

    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 0, 30, TimeSpan.Zero);
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 9, 0, 0, TimeSpan.Zero);

    /// <summary>Two of each type in one region, Premium and Standard; one with autoscale, one with replicas.</summary>
    private static readonly LocalResourceSpec[] Fleet =
    [
        new()
        {
            Name = "chat",
            Units = 2,
            Load = new LocalLoad { Connections = 100 },
            Tags = new Dictionary<string, string> { ["team"] = "lobby" },
        },
        new()
        {
            Name = "scaled",
            Sku = "Premium_P1",
            Units = 3,
            Load = new LocalLoad { Connections = 200 },
            HasAutoscale = true,
        },
        new()
        {
            Name = "live",
            Service = ServiceKind.WebPubSub,
            Units = 4,
            Load = new LocalLoad { Connections = 300 },
        },
        new()
        {
            Name = "wide",
            Service = ServiceKind.WebPubSub,
            Sku = "Premium_P1",
            Units = 5,
            Load = new LocalLoad { Connections = 400 },
            Replicas = [new LocalReplicaSpec("wide-eastus", "eastus") { Load = new LocalLoad { Connections = 50 } }],
        },
    ];

    [Theory]
    [InlineData("signalR", SignalR, "chat Standard_S1 x 2", "scaled Premium_P1 x 3")]
    [InlineData("webPubSub", WebPubSub, "live Standard_S1 x 4", "wide Premium_P1 x 5")]
    public async Task Resources_are_listed_page_by_page_and_read_one_by_one(string service, string type, params string[] expected)
    {
        var subscription = await clients.GetAsync($"{service}.listBySubscription");
        var group = await clients.GetAsync($"{service}.listByResourceGroup");
        var one = await clients.GetAsync($"{service}.get");

        Assert.Equal(expected, subscription.EnumerateArray().Select(FormatSize)); // pages of one resource
        Assert.Equal(expected, group.EnumerateArray().Select(FormatSize));
        Assert.Equal((expected[0], type, "Succeeded"), (FormatSize(one), ReadText(one, "type"), ReadText(one, "provisioningState")));
        Assert.Equal((404, "ResourceNotFound"), ReadRefusal(await clients.GetAsync($"{service}.get of none")));
    }

    [Theory]
    [InlineData("signalR")]
    [InlineData("webPubSub")]
    public async Task Sizes_and_the_use_of_the_quota_are_read(string service)
    {
        var skus = (await clients.GetAsync($"{service}.listSkus")).GetProperty("value").EnumerateArray().ToList();
        var standard = skus.Single(sku => ReadText(sku.GetProperty("sku"), "name") == "Standard_S1").GetProperty("capacity");
        var usages = (await clients.GetAsync($"{service}.usages")).EnumerateArray().ToList();

        Assert.Equal(
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
            standard.GetProperty("allowedValues").EnumerateArray().Select(v => v.GetInt32())
        );

        // 2 + 3 + 4 + 5 units and a replica of one in another region; one more once the SignalR client has changed a size.
        Assert.Equal(
            (service == "signalR" ? 14 : 15, 150),
            (usages[0].GetProperty("currentValue").GetInt32(), usages[0].GetProperty("limit").GetInt32())
        );
    }

    [Theory]
    [InlineData("signalR", "chat Standard_S1 x 3")]
    [InlineData("webPubSub", "live Standard_S1 x 5")]
    public async Task A_change_of_size_is_sent_followed_to_its_end_and_in_force(string service, string expected)
    {
        Assert.Equal(expected, FormatSize(await clients.GetAsync($"{service}.update")));
        Assert.Equal(expected, FormatSize(await clients.GetAsync($"{service}.get after")));
        // 11 units cannot be bought.
        Assert.Equal((400, "InvalidSkuCapacity"), ReadRefusal(await clients.GetAsync($"{service}.update beyond the sizes")));
    }

    [Fact]
    public async Task Replicas_are_listed()
    {
        var replica = Assert.Single((await clients.GetAsync("webPubSub.replicas")).EnumerateArray());

        Assert.Equal(("wide-eastus", "eastus"), (ReadText(replica, "name"), ReadText(replica, "location")));
    }

    [Fact]
    public async Task A_replica_is_read_changed_and_has_metrics_of_its_own_type()
    {
        Assert.Equal("wide-eastus Premium_P1 x 1", FormatSize(await clients.GetAsync("webPubSub.replica")));
        Assert.Equal("wide-eastus Premium_P1 x 2", FormatSize(await clients.GetAsync("webPubSub.replica update")));
        Assert.Equal(
            "microsoft.signalrservice/webpubsub/replicas",
            ReadText((await clients.GetAsync("batch of replicas"))[0], "namespace")
        );
    }

    [Theory]
    [InlineData("monitor.autoscaleSettings.listBySubscription")]
    [InlineData("monitor.autoscaleSettings.listByResourceGroup")]
    [InlineData("monitor.autoscaleSettings.get")]
    public async Task Autoscale_settings_are_read_with_their_target(string operation)
    {
        var answer = await clients.GetAsync(operation);
        var setting = answer.ValueKind == JsonValueKind.Array ? Assert.Single(answer.EnumerateArray()) : answer;

        Assert.EndsWith("/SignalR/scaled", ReadText(setting, "targetResourceUri"), StringComparison.Ordinal);
        Assert.True(setting.GetProperty("enabled").GetBoolean());
        Assert.Equal(2, setting.GetProperty("profiles").GetArrayLength());
    }

    [Fact]
    public async Task No_operation_of_the_script_is_left_without_a_test_or_answered_by_a_fault_of_its_own()
    {
        var refused = (await clients.ReadAllAsync())
            .EnumerateObject()
            .Where(o => o.Value.ValueKind == JsonValueKind.Object && o.Value.TryGetProperty("error", out _));

        Assert.Equal(
            [
                $"batch {SignalR} mixed",
                $"batch {WebPubSub} mixed",
                "monitor.metrics.list of an unknown metric",
                "signalR.get of none",
                "signalR.update beyond the sizes",
                "webPubSub.get of none",
                "webPubSub.update beyond the sizes",
            ],
            refused.Select(o => o.Name).Order(StringComparer.Ordinal)
        );
    }

    private static string ReadText(JsonElement element, string name) => element.GetProperty(name).GetString()!;

    private static string FormatSize(JsonElement resource) =>
        $"{ReadText(resource, "name")} {ReadText(resource.GetProperty("sku"), "name")} x "
        + $"{resource.GetProperty("sku").GetProperty("capacity").GetInt32()}";

    private static (int Status, string Code) ReadRefusal(JsonElement answer) =>
        (answer.GetProperty("status").GetInt32(), ReadText(answer, "code"));

    /// <summary>One loopback Azure, and one run of the script against it.</summary>
    public sealed class Clients : IAsyncDisposable
    {
        private readonly Lazy<Task<JsonElement>> results;
        private LocalAzureHost? azure;

        public Clients() => results = new(RunAsync);

        public Task<JsonElement> ReadAllAsync() => results.Value;

        /// <summary>What an operation gave; an object with error, code and status where it was refused.</summary>
        public async Task<JsonElement> GetAsync(string operation) => (await results.Value).GetProperty(operation);

        public async ValueTask DisposeAsync()
        {
            if (azure is not null)
            {
                await azure.DisposeAsync();
            }
        }

        private async Task<JsonElement> RunAsync()
        {
            azure = await LocalAzureHost.StartAsync(
                new LocalAzureOptions
                {
                    Time = new ManualTimeProvider(Now),
                    Resources = Fleet,
                    PageSize = 1,
                    ScalingTime = TimeSpan.Zero,
                }
            );
            return await NodeScript.RunAsync(
                "azure-clients.js",
                "@azure/arm-signalr",
                azure.Endpoint.AbsoluteUri,
                azure.SubscriptionId,
                $"{Start:yyyy-MM-ddTHH:mm:ssZ}",
                $"{Start.AddMinutes(10):yyyy-MM-ddTHH:mm:ssZ}"
            );
        }
    }

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
