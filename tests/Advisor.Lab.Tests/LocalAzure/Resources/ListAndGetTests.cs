using System.Net;
using System.Text.Json.Nodes;
using Advisor.Core.Capacity;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;

namespace Advisor.Lab.Tests.LocalAzure.Resources;

public sealed class ListAndGetTests
{
    private const string SignalR = "/providers/Microsoft.SignalRService/signalR";

    [Fact]
    public async Task A_subscription_lists_the_ten_by_type()
    {
        await using var azure = await LocalAzureHost.StartAsync();
        using var client = new LocalAzureClient(azure);

        var signalR = (await client.GetJsonAsync(client.Subscription + SignalR))["value"]!.AsArray();
        var webPubSub = (await client.GetJsonAsync(client.Subscription + "/providers/Microsoft.SignalRService/webPubSub"))[
            "value"
        ]!.AsArray();

        Assert.Equal(9, signalR.Count);
        Assert.Single(webPubSub);
        Assert.Equal(
            azure.Resources.Select(r => r.Id).Order(StringComparer.Ordinal),
            signalR.Concat(webPubSub).Select(r => (string)r!["id"]!).Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public async Task Pages_are_followed_by_nextLink_until_every_resource_was_seen_once()
    {
        // 23 of which every fourth is Web PubSub: 18 SignalR; pages of 7 are 7 + 7 + 4.
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Resources = LocalScenario.CreateMany(23), PageSize = 7 }
        );
        using var client = new LocalAzureClient(azure);
        var sizes = new List<int>();
        var names = new HashSet<string>(StringComparer.Ordinal);

        for (var next = client.Subscription + SignalR; next is not null; )
        {
            var page = await client.GetJsonAsync(next);
            sizes.Add(page["value"]!.AsArray().Count);
            names.UnionWith(page["value"]!.AsArray().Select(r => (string)r!["name"]!));
            next = (string?)page["nextLink"];
        }

        Assert.Equal([7, 7, 4], sizes);
        Assert.Equal(18, names.Count);
        Assert.Equal(3, azure.Calls[CallKind.List]);
    }

    [Fact]
    public async Task A_resource_group_lists_only_its_own_and_an_unknown_one_is_not_found()
    {
        await using var azure = await LocalAzureHost.StartAsync(new LocalAzureOptions { Resources = LocalScenario.CreateMany(40) });
        using var client = new LocalAzureClient(azure);

        // 40 resources over 20 groups: numbers 2 and 22 share group 02.
        var page = await client.GetJsonAsync($"{client.Subscription}/resourceGroups/ADVISOR-LOCAL-02{SignalR}");
        var unknown = await client.GetAsync($"{client.Subscription}/resourceGroups/none{SignalR}");

        Assert.Equal(["local-00002", "local-00022"], page["value"]!.AsArray().Select(r => (string)r!["name"]!));
        Assert.Equal((HttpStatusCode.NotFound, "ResourceGroupNotFound"), (unknown.Status, unknown.ErrorCode));
    }

    [Fact]
    public async Task Ids_compare_without_case()
    {
        await using var azure = await LocalAzureHost.StartAsync();
        using var client = new LocalAzureClient(azure);
        var id = azure.GetResource("hot-chat").Id;

        var document = await client.GetJsonAsync(id.ToUpperInvariant());

        Assert.Equal(id, (string?)document["id"]);
        Assert.Equal(2, (int?)document["sku"]!["capacity"]);
    }

    [Theory]
    [InlineData(
        "/subscriptions/11111111-1111-1111-1111-111111111111/providers/Microsoft.SignalRService/signalR",
        404,
        "SubscriptionNotFound"
    )]
    [InlineData("/subscriptions/mine/providers/Microsoft.SignalRService/signalR", 400, "InvalidSubscriptionId")]
    [InlineData("{sub}/resourceGroups/advisor-local/providers/Microsoft.SignalRService/SignalR/unknown", 404, "ResourceNotFound")]
    [InlineData("{sub}/resourceGroups/advisor-local/providers/Microsoft.SignalRService/SignalR/live-webpubsub", 404, "ResourceNotFound")]
    [InlineData("{sub}/providers/Microsoft.SignalRService/signalR?api-version=", 400, "MissingApiVersionParameter")]
    [InlineData("/no/such/path", 404, "InvalidResourceType")]
    public async Task What_is_not_there_gets_the_error_that_Azure_gives(string path, int status, string code)
    {
        await using var azure = await LocalAzureHost.StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.GetSampleAsync(path);

        Assert.Equal((status, code), ((int)answer.Status, answer.ErrorCode));
    }

    [Theory]
    [InlineData("2020-05-01")]
    [InlineData("2024-03-01")]
    [InlineData("2025-01-01-preview")]
    public async Task Every_api_version_of_the_provider_is_accepted(string version)
    {
        await using var azure = await LocalAzureHost.StartAsync();
        using var client = new LocalAzureClient(azure);

        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync($"{azure.GetResource("hot-chat").Id}?api-version={version}")).Status);
    }

    [Fact]
    public async Task Next_links_carry_the_name_by_which_the_client_called()
    {
        await using var azure = await LocalAzureHost.StartAsync(new LocalAzureOptions { PageSize = 1 });
        using var client = new LocalAzureClient(azure);
        var path = client.Subscription + SignalR;

        var rewritten = (await client.SendAsync(HttpMethod.Get, path, host: "management.azure.com")).Json;
        var direct = await client.GetJsonAsync(path);

        Assert.StartsWith("https://management.azure.com/subscriptions/", (string?)rewritten["nextLink"], StringComparison.Ordinal);
        Assert.StartsWith(
            azure.Endpoint.GetLeftPart(UriPartial.Authority) + "/subscriptions/",
            (string?)direct["nextLink"],
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Skus_usages_and_replicas_say_what_can_be_bought_and_what_is_in_use()
    {
        var wide = LocalScenario.Ten.Single(spec => spec.Name == "premium-autoscale") with
        {
            Replicas = [new LocalReplicaSpec("wide-north", "northeurope") { Units = 2 }],
        };
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Resources = [.. LocalScenario.Ten.Where(spec => spec.Name != wide.Name), wide] }
        );
        using var client = new LocalAzureClient(azure);
        var premium = azure.GetResource("premium-autoscale");

        var skus = (await client.GetJsonAsync(premium.Id + "/skus"))["value"]!.AsArray();
        var usages = (await client.GetJsonAsync($"{client.Subscription}/providers/Microsoft.SignalRService/locations/westeurope/usages"))[
            "value"
        ]!.AsArray();
        var replicas = (await client.GetJsonAsync(premium.Id + "/replicas"))["value"]!.AsArray();

        var standard = skus.Single(s => (string?)s!["sku"]!["name"] == "Standard_S1")!["capacity"]!;
        Assert.Equal(
            [.. Enumerable.Range(1, 10), 20, 30, 40, 50, 60, 70, 80, 90, 100],
            standard["allowedValues"]!.AsArray().Select(v => (int)v!)
        );
        // hot-chat 2, lobby-connections 5, rooms-small-groups 50, premium-autoscale 4.
        Assert.Equal((61, 150), ((int)usages[0]!["currentValue"]!, (int)usages[0]!["limit"]!));
        var replica = Assert.Single(replicas)!;
        Assert.Equal(("northeurope", 2), ((string?)replica["location"], (int?)replica["sku"]!["capacity"]));
        Assert.Equal(replica.ToJsonString(), (await client.GetJsonAsync((string)replica["id"]!)).ToJsonString());
        Assert.Equal(
            ["Premium_P1", "Premium_P2"],
            (await client.GetJsonAsync((string)replica["id"]! + "/skus"))["value"]!.AsArray().Select(sku => (string?)sku!["sku"]!["name"])
        );
    }

    [Fact]
    public async Task An_autoscale_setting_names_its_resource_in_every_list()
    {
        await using var azure = await LocalAzureHost.StartAsync();
        using var client = new LocalAzureClient(azure);
        var target = azure.GetResource("premium-autoscale").Id;

        foreach (var scope in new[] { "", "/resourceGroups/advisor-local" })
        {
            var list = (await client.GetJsonAsync($"{client.Subscription}{scope}/providers/microsoft.insights/autoscalesettings"))[
                "value"
            ]!.AsArray();
            var setting = Assert.Single(list)!;
            Assert.Equal((target, true), ((string?)setting["properties"]!["targetResourceUri"], (bool)setting["properties"]!["enabled"]!));
            Assert.Equal(setting.ToJsonString(), (await client.GetJsonAsync((string)setting["id"]!)).ToJsonString());
        }
    }

    [Fact]
    public async Task A_removed_resource_is_gone_and_an_added_one_is_there_with_its_replica_since_then()
    {
        var now = new DateTimeOffset(2026, 1, 5, 10, 0, 0, TimeSpan.Zero).AddTicks(1);
        await using var azure = await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = new ManualTimeProvider(now) });
        using var client = new LocalAzureClient(azure);
        var gone = azure.GetResource("hot-chat").Id;

        Assert.True(azure.Remove(gone.ToLowerInvariant()));
        var added = azure.Add(new() { Name = "late", Replicas = [new LocalReplicaSpec("east", "eastus")] });

        Assert.Equal(HttpStatusCode.NotFound, (await client.GetAsync(gone)).Status);
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(added.Id)).Status);
        foreach (var id in new[] { added.Id, added.Replicas[0].Id })
        {
            Assert.Equal("2026-01-05T10:00:00.0000001Z", (string?)(await client.GetJsonAsync(id))["systemData"]!["createdAt"]);
        }

        var first = await client.GetJsonAsync(azure.GetResource("lobby-connections").Id);
        Assert.Equal("2025-01-01T00:00:00.0000000Z", (string?)first["systemData"]!["createdAt"]);
    }

    [Theory]
    [InlineData("/providers/Microsoft.SignalRService/signalR", "2099-01-01", "InvalidResourceType", "2024-03-01")]
    [InlineData("/providers/Microsoft.SignalRService/locations/westeurope/usages", "1", "InvalidResourceType", "2024-03-01")]
    [InlineData("/providers/Microsoft.Insights/autoscalesettings", "2024-03-01", "InvalidResourceType", "2015-04-01")]
    [InlineData("/resourceGroups", "soon", "InvalidApiVersionParameter", "'soon'")]
    public async Task A_version_that_the_provider_does_not_have_is_refused_with_those_it_has(
        string path,
        string version,
        string code,
        string named
    )
    {
        await using var azure = await LocalAzureHost.StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.GetAsync($"{client.Subscription}{path}?api-version={version}");

        Assert.Equal((HttpStatusCode.BadRequest, code), (answer.Status, answer.ErrorCode));
        Assert.Contains(named, answer.ErrorMessage, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_usages_of_a_region_count_units_of_both_services_and_free_instances()
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Resources =
                [
                    new() { Name = "a", Units = 5 },
                    new()
                    {
                        Name = "b",
                        Service = ServiceKind.WebPubSub,
                        Units = 10,
                    },
                    new() { Name = "c", Sku = "Free_F1" },
                    new()
                    {
                        Name = "d",
                        Region = "eastus",
                        Units = 3,
                    },
                ],
            }
        );
        using var client = new LocalAzureClient(azure);

        var usages = await client.GetJsonAsync($"{client.Subscription}/providers/Microsoft.SignalRService/locations/westeurope/usages");

        // 5 + 10 units, and the one of the free resource.
        Assert.Equal(
            [("SignalRTotalUnits", 16, 150), ("FreeTierInstances", 1, 5)],
            usages["value"]!.AsArray().Select(u => ((string)u!["name"]!["value"]!, (int)u["currentValue"]!, (int)u["limit"]!))
        );
    }

    [Fact]
    public async Task It_listens_on_loopback_only()
    {
        await using var azure = await LocalAzureHost.StartAsync();

        Assert.Equal("127.0.0.1", azure.Endpoint.Host);
        Assert.True(azure.Endpoint.Port > 0);
        var subscriptions = JsonNode.Parse(
            await new HttpClient().GetStringAsync(
                new Uri(azure.Endpoint, "/subscriptions?api-version=2022-12-01"),
                TestContext.Current.CancellationToken
            )
        )!;
        Assert.Equal(azure.SubscriptionId, (string?)subscriptions["value"]![0]!["subscriptionId"]);
    }
}
