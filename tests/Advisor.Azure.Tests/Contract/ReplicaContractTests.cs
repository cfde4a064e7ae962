using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Tests.Contract;

/// <summary>What every set of adapters must do with geo-replicas: resources of their own with a resource above them.</summary>
public sealed class ReplicaContractTests
{
    private static readonly LocalResourceSpec[] Fleet =
    [
        new()
        {
            Name = "chat",
            Sku = "Premium_P1",
            Units = 5,
            ServiceMode = ServiceMode.Serverless,
            Tags = new Dictionary<string, string> { ["advisor-mode"] = "auto", ["advisor-team"] = "chat" },
            Load = new LocalLoad { Connections = 1000 },
            Replicas =
            [
                new LocalReplicaSpec("chat-east", "eastus")
                {
                    Units = 3,
                    HasAutoscale = true,
                    Load = new LocalLoad { Connections = 2000 },
                },
                new LocalReplicaSpec("chat-asia", "southeastasia")
                {
                    Units = 2,
                    Tags = new Dictionary<string, string> { ["advisor-mode"] = "observe" },
                },
            ],
        },
        new()
        {
            Name = "live",
            Service = ServiceKind.WebPubSub,
            Sku = "Premium_P1",
            Units = 4,
            Load = new LocalLoad { Connections = 300 },
            Replicas = [new LocalReplicaSpec("live-east", "eastus") { Load = new LocalLoad { Connections = 400 } }],
        },
        new()
        {
            Name = "plain",
            Sku = "Premium_P1",
            Units = 2,
        },
    ];

    private static readonly LocalAzureOptions Options = new() { Resources = Fleet, ScalingTime = TimeSpan.Zero };

    [Fact]
    public async Task Each_replica_is_listed_as_a_resource_below_its_own_with_one_call_for_each_that_has_some()
    {
        await using var local = await LocalConnection.StartAsync(Options);

        var listing = await local.ListAsync();

        Assert.Empty(listing.Failures);
        Assert.Equal(
            [
                ("chat", "westeurope", 5, 2),
                ("chat/chat-asia", "southeastasia", 2, 2),
                ("chat/chat-east", "eastus", 3, 2),
                ("live", "westeurope", 4, 1),
                ("live/live-east", "eastus", 1, 1),
                ("plain", "westeurope", 2, 0),
            ],
            listing.Resources.Select(r => (r.Name, r.Region, r.Units, r.Peers.Count)).Order()
        );
        // One for each of chat and live: the list of the subscription shows that plain has none.
        Assert.Equal(2, local.Host.Calls[CallKind.Replicas]);
    }

    [Fact]
    public async Task A_replica_has_the_service_mode_of_its_resource_its_tags_where_it_has_none_and_an_autoscale_setting_of_its_own()
    {
        await using var local = await LocalConnection.StartAsync(Options);

        var (chat, east, asia) = (
            await local.GetAsync("chat"),
            await local.GetAsync("chat/chat-east"),
            await local.GetAsync("chat/chat-asia")
        );

        Assert.Equal((chat.Id, ServiceMode.Serverless), (east.OwnerId, east.ServiceMode));
        Assert.Equal(("auto", "observe"), (east.Tags["advisor-mode"], asia.Tags["advisor-mode"]));
        Assert.Equal("chat", asia.Tags["advisor-team"]);
        Assert.Equal((null, "chat-east-autoscale", null), (chat.AutoscaleSetting, east.AutoscaleSetting, asia.AutoscaleSetting));
        Assert.Equal([chat.Id, asia.Id], east.Peers.Order());
    }

    [Fact]
    public async Task A_replica_has_its_own_metrics_and_never_shares_a_batch_with_another_type()
    {
        await using var local = await LocalConnection.StartAsync(Options);

        var answer = await local.ReadAsync();

        Assert.Empty(answer.Failures);
        Assert.Empty(answer.Notes);
        Assert.InRange(Find("chat"), 950, 1050); // 1,000 and its wave
        Assert.InRange(Find("chat/chat-east"), 1900, 2100);
        Assert.InRange(Find("live/live-east"), 380, 420); // TotalConnectionCount of webpubsub/replicas
        Assert.Equal(0, local.Host.Calls[CallKind.MetricSingle]);
        // Types and regions: SignalR here (2 resources), Web PubSub here, replicas of SignalR in two regions, of Web PubSub in one.
        Assert.Equal(2 * 5, local.Host.Calls[CallKind.MetricBatch]);

        double Find(string name) =>
            answer.Series.Single(pair => ResourceIds.GetName(pair.Key) == name).Value[^1].Readings.ConnectionCount!.Value;
    }

    [Theory]
    [InlineData("chat/chat-asia", 3)]
    [InlineData("live/live-east", 2)]
    public async Task The_size_of_a_replica_is_changed_by_a_PATCH_of_its_own(string name, int units)
    {
        await using var local = await LocalConnection.StartAsync(Options);
        var before = await local.GetAsync(name);

        var outcome = await local.ScaleAsync(before, units);
        Assert.Equal(ScaleResult.Accepted, outcome.Result);

        Assert.True((await local.FollowAsync(outcome)).HasSucceeded);
        Assert.Equal(units, (await local.GetAsync(name)).Units);
        Assert.Equal(5, (await local.GetAsync("chat")).Units);
    }

    [Fact]
    public async Task A_replica_with_an_autoscale_setting_is_not_changed()
    {
        await using var local = await LocalConnection.StartAsync(Options);

        var outcome = await local.ScaleAsync(await local.GetAsync("chat/chat-east"), 4);

        Assert.Equal((ScaleResult.Refused, FailureCode.Autoscale), (outcome.Result, outcome.Code));
        Assert.Equal(0, local.Host.Calls[CallKind.Patch]);
    }

    [Fact]
    public async Task The_id_of_a_replica_finds_its_resource_with_all_of_them()
    {
        await using var local = await LocalConnection.StartAsync(Options);
        var id = local.Host.GetResource("live-east").Id;

        var listing = await local.Fleet.ListAsync(new FleetScope { ResourceIds = [id] }, TestContext.Current.CancellationToken);

        Assert.Equal(["live", "live/live-east"], listing.Resources.Select(r => r.Name));
    }

    [Fact]
    public async Task Where_the_replicas_cannot_be_read_it_is_known_that_some_may_be_missing()
    {
        await using var local = await LocalConnection.StartAsync(Options);
        local.Host.Faults.Add(new Fault(FaultKind.Forbidden) { Call = CallKind.Replicas, Resource = "chat" });

        var listing = await local.ListAsync();

        Assert.Equal(
            ("/replicas", FailureCode.Forbidden),
            Assert.Single(listing.Failures) is var f ? (f.ResourceId[^9..], f.Code) : default
        );
        Assert.Equal([true, false, false, false], listing.Resources.OrderBy(r => r.Name).Select(r => r.HasUnknownPeers));
        // A replica that an earlier list had may still exist.
        Assert.True(listing.MayOmit(local.Host.GetResource("chat-east").Id));
        Assert.False(listing.MayOmit(local.Host.GetResource("live-east").Id));
    }

    [Fact]
    public async Task The_units_of_replicas_count_for_the_quota_of_their_own_region()
    {
        await using var local = await LocalConnection.StartAsync(Options);

        var quotas = (await local.ListAsync()).Quotas;

        // 3 of chat-east and 1 of live-east, all listed: none are elsewhere.
        Assert.Equal(["eastus 0", "southeastasia 0", "westeurope 0"], quotas.Select(quota => $"{quota.Region} {quota.UnitsElsewhere}"));
        Assert.Equal(4, (await local.ListAsync()).Resources.Where(r => r.Region == "eastus").Sum(r => r.Units));
    }
}
