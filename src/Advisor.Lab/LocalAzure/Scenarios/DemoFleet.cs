using Advisor.Core.Capacity;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Scenarios;

/// <summary>
/// The fleet of the demo. A unit includes a million messages a day, 12 a second, and carries 1,000 a second or more: a resource that is
/// limited by the traffic of whole messages of SignalR pays a hundred times its units. So most resources here have many clients and few
/// messages, of 2,048 B, which are counted alike by message and by bytes; those limited by traffic are of Web PubSub, which bills bytes,
/// and send small messages, each of which loads the service like 1,024 B.
/// </summary>
internal static partial class DemoFleet
{
    private const double BigGroupCeiling = 6e6,
        SmallGroupCeiling = 0.4e6,
        SendToUserCeiling = 0.4e6,
        CountedBytes = 1024;

    public static IEnumerable<LocalResourceSpec> All =>
        [
            HotChat,
            LobbyConnections,
            TickerOutbound,
            RoomsSmallGroups,
            LiveWebPubSub,
            IdleStaging,
            ScoresOversized,
            DeskOfficeHours,
            PremiumAutoscale,
            StuckServerLoad,
            SilentMetrics,
            TrialFreeTier,
        ];

    // Traffic 0.93 (372 messages of 2,048 B a second of 400), connections 0.6, of the target of 90 % 0.67; load 80 x 0.93 + 8 x 0.6 = 79 of
    // 70 = 1.13.
    private static LocalResourceSpec HotChat =>
        new()
        {
            Name = "hot-chat",
            Units = 2,
            ServiceMode = ServiceMode.Serverless,
            Tags = LocalTags.Create("restSendToUser", 2048, "chat"),
            Load = new LocalLoad
            {
                Connections = 1200,
                Shape = new LoadShape("send to user", 372 / 1200.0, 372 / 1200.0, 2048, SendToUserCeiling, SendToUserCeiling),
                Law = new SimulationParameters(CpuLoad: 80),
            },
            ExpectedLimitingFactor = Limit.ServerLoad,
            Shows = "hot: server load exceeds the 70 % target",
        };

    // Connections 0.935, of the target of 90 % 1.04; load 8 x 0.935 = 7.5 of 70 = 0.11; traffic 0.01.
    private static LocalResourceSpec LobbyConnections =>
        new()
        {
            Name = "lobby-connections",
            Units = 8,
            Tags = LocalTags.Create("echo", 2048, "lobby"),
            Load = new LocalLoad { Connections = 7480, Shape = LocalShapes.CreateEcho(1.0 / 180) },
            ExpectedLimitingFactor = Limit.Connections,
            Shows = "limited by connections: many quiet clients",
        };

    // Outbound 1.30: 15,234 messages of 32 B a second, each counted as 1,024 B, of 12 MB/s; connections 0.3; load 48 x 1.30 + 4 x 0.3 = 64
    // of 70 = 0.91. Above 1.25, up to which a learned server load may exceed the guide's rates. 3 units would cost 671 USD a month.
    private static LocalResourceSpec TickerOutbound =>
        new()
        {
            Name = "ticker-outbound",
            Service = ServiceKind.WebPubSub,
            Region = "eastus",
            Units = 2,
            Tags = new Dictionary<string, string>(LocalTags.Create("sendToBigGroup", 32, "markets", 200), StringComparer.Ordinal)
            {
                ["advisor-monthly-budget"] = "660 USD",
            },
            Load = new LocalLoad
            {
                Connections = 600,
                Shape = CreateBigGroups(15_234 / 600.0, 32),
                Law = new SimulationParameters(CpuLoad: 48, ConnectionLoad: 4),
            },
            ExpectedLimitingFactor = Limit.Outbound,
            Shows = "limited by outbound traffic: ticks of 32 B to every client; a monthly budget forbids the next unit",
        };

    // Routing 1.08 (10,800 of 10,000 msg/s); inbound 0.55 and outbound 0.17, 48-B messages counted as 1,024 B; connections 0.30; load
    // 70 x 0.55 + 8 x 0.30 = 41 of 70 = 0.59.
    private static LocalResourceSpec RoomsSmallGroups =>
        new()
        {
            Name = "rooms-small-groups",
            Service = ServiceKind.WebPubSub,
            Units = 50,
            Tags = LocalTags.Create("sendToSmallGroup", 48, "rooms", 3),
            Load = new LocalLoad
            {
                Connections = 15_000,
                Shape = new LoadShape(
                    "small groups",
                    10_800 / 15_000.0,
                    32_400 / 15_000.0,
                    48,
                    InboundCeiling: SmallGroupCeiling * 48 / CountedBytes,
                    OutboundCeiling: 10 * SmallGroupCeiling * 48 / CountedBytes,
                    Routed: true
                ),
            },
            ExpectedLimitingFactor = Limit.Routing,
            Shows = "small groups at 50 units: past the routing wall, where adding units of this tier does not help",
        };

    // Load 80 x 0.86 + 15 x 0.43 = 75.2 of 70 = 1.07; outbound 0.86: 15,117 messages of 32 B a second, each counted as 1,024 B, of 18 MB/s.
    private static LocalResourceSpec LiveWebPubSub =>
        new()
        {
            Name = "live-webpubsub",
            Service = ServiceKind.WebPubSub,
            Region = "eastus",
            Units = 3,
            Tags = LocalTags.Create("sendToBigGroup", 32, "live", 130),
            Load = new LocalLoad
            {
                Connections = 1300,
                Shape = CreateBigGroups(15_117 / 1300.0, 32),
                Law = new SimulationParameters(CpuLoad: 80, ConnectionLoad: 15),
            },
            ShowsEveryProperty = true,
            ExpectedLimitingFactor = Limit.ServerLoad,
            Shows = "Web PubSub: other metrics, another table, messages billed by bytes",
        };

    private static LoadShape CreateBigGroups(double perConnection, int messageBytes) =>
        new("big groups", 0, perConnection, messageBytes, InboundCeiling: null, BigGroupCeiling * messageBytes / CountedBytes);
}
