using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Scenarios;

/// <summary>
/// The ten resources. Limits are those of the guides' rows: echo and send to connection 2 MB/s in and out per unit, broadcast 4 MB/s out,
/// small groups 0.4 MB/s in and 4 MB/s out, big groups of Web PubSub 6 MB/s out; server load = A x traffic + B x connections, against 70.
/// </summary>
internal static class TenResources
{
    public static IEnumerable<LocalResourceSpec> All =>
        [
            HotChat,
            IdleStaging,
            LobbyConnections,
            TickerOutbound,
            RoomsSmallGroups,
            OrdersToConnection,
            SilentMetrics,
            StuckServerLoad,
            LiveWebPubSub,
            PremiumAutoscale,
        ];

    // Traffic 0.95 (1,855 x 2,048 B of 4 MB/s), connections 0.62; load 80 x 0.95 + 8 x 0.62 = 81.0 of 70 = 1.16.
    private static LocalResourceSpec HotChat =>
        new()
        {
            Name = "hot-chat",
            Units = 2,
            Tags = LocalTags.Create("echo", 2048, "chat"),
            Load = new LocalLoad
            {
                Connections = 1240,
                Shape = LocalShapes.CreateEcho(1855 / 1240.0),
                Law = new SimulationParameters(CpuLoad: 80),
            },
            ExpectedLimitingFactor = Limit.ServerLoad,
            Shows = "hot: server load exceeds the 70 % target",
        };

    // Connections 0.025, traffic 0.001, load 0.3 of 70: under 0.05 of everything.
    private static LocalResourceSpec IdleStaging =>
        new()
        {
            Name = "idle-staging",
            Region = "northeurope",
            Units = 10,
            Tags = LocalTags.Create("echo", 2048, "chat"),
            Load = new LocalLoad
            {
                Connections = 250,
                Shape = LocalShapes.CreateEcho(10 / 250.0),
                Law = new SimulationParameters(NoiseSd: 0.3),
            },
            ExpectedLimitingFactor = Limit.None,
            Shows = "idle: no limiting factor, most units are unused",
        };

    // Connections 0.94, of the target of 90 % 1.04; traffic 0.05 (470 x 1,024 B of 10 MB/s); load 70 x 0.05 + 8 x 0.94 = 11 of 70 = 0.16.
    private static LocalResourceSpec LobbyConnections =>
        new()
        {
            Name = "lobby-connections",
            Units = 5,
            Tags = LocalTags.Create("echo", 1024, "lobby"),
            Load = new LocalLoad { Connections = 4700, Shape = LocalShapes.CreateEcho(0.1, 1024) },
            ExpectedLimitingFactor = Limit.Connections,
            Shows = "limited by connections: many quiet clients",
        };

    // Outbound 0.92 (14,375 x 2,048 B of 32 MB/s), connections 0.375; load 62 x 0.92 + 4 x 0.375 = 58.5 of 70 = 0.84.
    private static LocalResourceSpec TickerOutbound =>
        new()
        {
            Name = "ticker-outbound",
            Region = "eastus",
            Units = 8,
            Tags = LocalTags.Create("broadcast", 2048, "markets"),
            Load = new LocalLoad
            {
                Connections = 3000,
                Shape = LocalShapes.CreateBroadcast(14375 / 3000.0),
                Law = new SimulationParameters(CpuLoad: 62, ConnectionLoad: 4),
            },
            ExpectedLimitingFactor = Limit.Outbound,
            Shows = "limited by outbound traffic: a broadcast fills the bandwidth before the servers",
        };

    // Routing 1.08 (10,800 of 10,000 msg/s); inbound and outbound 0.55 (1,024-B messages); load 70 x 0.55 + 8 x 0.42 = 42 of 70 = 0.60.
    private static LocalResourceSpec RoomsSmallGroups =>
        new()
        {
            Name = "rooms-small-groups",
            Units = 50,
            Tags = LocalTags.Create("sendToSmallGroup", 1024, "rooms", 10),
            Load = new LocalLoad
            {
                Connections = 21000,
                Shape = new LoadShape(
                    "small groups",
                    10_800 / 21_000.0,
                    108_000 / 21_000.0,
                    1024,
                    InboundCeiling: 0.4e6,
                    OutboundCeiling: 4e6,
                    Routed: true
                ),
            },
            ExpectedLimitingFactor = Limit.Routing,
            Shows = "small groups at 50 units: past the routing wall, where adding units of this tier does not help",
        };

    // Routing 0.88 (17,600 of 20,000 msg/s, flat from 20 units on); traffic 0.30; connections 0.4; load 65 x 0.30 + 8 x 0.4 = 23 of 70 =
    // 0.32.
    private static LocalResourceSpec OrdersToConnection =>
        new()
        {
            Name = "orders-to-connection",
            Region = "northeurope",
            Units = 30,
            Tags = LocalTags.Create("sendToConnection", 1024, "orders"),
            Load = new LocalLoad
            {
                Connections = 12000,
                Shape = LocalShapes.CreateEcho(17600 / 12000.0, 1024),
                Law = new SimulationParameters(CpuLoad: 65),
            },
            ExpectedLimitingFactor = Limit.Routing,
            Shows = "send to connection at 30 units: near the wall that 20 units reach as well",
        };

    private static LocalResourceSpec SilentMetrics =>
        new()
        {
            Name = "silent-metrics",
            Region = "eastus",
            Units = 3,
            Tags = LocalTags.Create("echo", 2048, "chat"),
            Load = new LocalLoad { Connections = 900, AllMetricsMissing = true },
            ExpectedLimitingFactor = Limit.None,
            ExpectedState = DataState.InsufficientData,
            Shows = "missing metrics: buckets that carry only their time",
        };

    // Load stuck at 91 of 70; outbound 0.12 (1,172 x 2,048 B of 20 MB/s), connections 0.04: traffic explains a load of 9.
    private static LocalResourceSpec StuckServerLoad =>
        new()
        {
            Name = "stuck-server-load",
            Region = "northeurope",
            Units = 5,
            Tags = LocalTags.Create("broadcast", 2048, "markets"),
            Load = new LocalLoad
            {
                Connections = 200,
                Shape = LocalShapes.CreateBroadcast(1172 / 200.0),
                StuckServerLoad = 91,
                Law = new SimulationParameters(NoiseSd: 0.5),
            },
            ExpectedLimitingFactor = Limit.Outbound,
            ExpectedState = DataState.SuspectMetric,
            Shows = "stuck server load: high while traffic and connections are low",
        };

    // Load 80 x 0.84 + 15 x 0.43 = 73.7 of 70 = 1.05; outbound 0.84 (7,383 x 2,048 B of 18 MB/s).
    private static LocalResourceSpec LiveWebPubSub =>
        new()
        {
            Name = "live-webpubsub",
            Service = ServiceKind.WebPubSub,
            Region = "eastus",
            Units = 3,
            Tags = LocalTags.Create("sendToBigGroup", 2048, "live", 130),
            Load = new LocalLoad
            {
                Connections = 1300,
                Shape = new LoadShape("big groups", 0, 7383 / 1300.0, 2048, InboundCeiling: null, OutboundCeiling: 6e6),
                Law = new SimulationParameters(CpuLoad: 80, ConnectionLoad: 15),
            },
            ShowsEveryProperty = true,
            ExpectedLimitingFactor = Limit.ServerLoad,
            Shows = "Web PubSub: other metrics, another table",
        };

    // Connections 0.88; traffic 0.09 (704 x 1,024 B of 8 MB/s); load 70 x 0.09 + 8 x 0.88 = 13.3 of 70 = 0.19.
    private static LocalResourceSpec PremiumAutoscale =>
        new()
        {
            Name = "premium-autoscale",
            Sku = "Premium_P1",
            Units = 4,
            Tags = LocalTags.Create("echo", 1024, "lobby"),
            Load = new LocalLoad { Connections = 3520, Shape = LocalShapes.CreateEcho(0.2, 1024) },
            HasAutoscale = true,
            ShowsEveryProperty = true,
            ExpectedLimitingFactor = Limit.Connections,
            Shows = "autoscale is on: advisory only",
        };
}
