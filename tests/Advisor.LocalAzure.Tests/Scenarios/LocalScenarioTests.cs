using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.LocalAzure.Resources;
using Advisor.LocalAzure.Scenarios;

namespace Advisor.LocalAzure.Tests.Scenarios;

public sealed class LocalScenarioTests
{
    private const double LoadLine = 70;
    private const double ConnectionsPerUnit = 1000;
    private static readonly DateTimeOffset Day = new(2026, 1, 6, 0, 0, 0, TimeSpan.Zero);

    public static TheoryData<string> Names => [.. LocalScenario.Ten.Select(r => r.Name)];

    [Fact]
    public void The_ten_cover_every_case_once()
    {
        Assert.Equal(
            [
                "hot-chat",
                "idle-staging",
                "lobby-connections",
                "ticker-outbound",
                "rooms-small-groups",
                "orders-to-connection",
                "silent-metrics",
                "stuck-server-load",
                "live-webpubsub",
                "premium-autoscale",
            ],
            LocalScenario.Ten.Select(r => r.Name)
        );
        Assert.All(LocalScenario.Ten, r => Assert.NotNull(r.ExpectedLimitingFactor));
        Assert.All(LocalScenario.Ten, r => Assert.Contains("advisor-workload", r.Tags.Keys));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_limiting_factor_is_the_same_at_every_minute_of_a_day(string name)
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Time = new ManualTimeProvider(Day.AddDays(1).AddMinutes(10)) }
        );
        using var client = new LocalAzureClient(azure);
        var resource = azure.GetResource(name);
        var metrics = await ReadDayAsync(client, resource);

        var found = Enumerable
            .Range(0, 1440)
            .Select(minute => FindLimitingFactor(ComputeShares(resource.Spec, metrics, minute)))
            .Distinct();

        Assert.Equal(resource.Spec.ExpectedLimitingFactor, Assert.Single(found));
    }

    [Fact]
    public void Many_gives_the_same_fleet_for_the_same_seed_and_another_for_another()
    {
        Assert.Equal(LocalScenario.CreateMany(50, 3, 7).Select(FormatSpec), LocalScenario.CreateMany(50, 3, 7).Select(FormatSpec));
        Assert.NotEqual(LocalScenario.CreateMany(50, 3, 7).Select(FormatSpec), LocalScenario.CreateMany(50, 3, 8).Select(FormatSpec));
        Assert.Equal(3, LocalScenario.CreateMany(50, 3, 7).Select(r => r.Region).Distinct(StringComparer.Ordinal).Count());

        static string FormatSpec(LocalResourceSpec spec) => $"{spec.Name} {spec.Region} {spec.Units} {spec.Load}";
    }

    private static async Task<Dictionary<string, double?[]>> ReadDayAsync(LocalAzureClient client, LocalResource resource)
    {
        var count = resource.Spec.Service == ServiceKind.WebPubSub ? "TotalConnectionCount" : "ConnectionCount";
        var answer = await client.ReadMetricsAsync(resource.Id, $"ServerLoad,{count},InboundTraffic,OutboundTraffic", Day, Day.AddDays(1));
        return answer.Json["value"]!
            .AsArray()
            .ToDictionary(
                v => (string)v!["name"]!["value"]!,
                v => v!["timeseries"]![0]!["data"]!.AsArray().Select(d => (double?)(d!["average"] ?? d["maximum"] ?? d["total"])).ToArray(),
                StringComparer.Ordinal
            );
    }

    private static Limit FindLimitingFactor(Dictionary<Limit, double> shares) =>
        shares.Values.DefaultIfEmpty(0).Max() < 0.05 ? Limit.None : shares.MaxBy(s => s.Value).Key;

    // Used / limit by hand, with the ceilings of the guides' rows. With app servers the traffic metrics count a client's message twice in
    // and once more out. A server load that is stuck is left out: traffic and connections are what can be believed.
    private static Dictionary<Limit, double> ComputeShares(LocalResourceSpec spec, Dictionary<string, double?[]> metrics, int minute)
    {
        var (load, connections) = (
            metrics["ServerLoad"][minute],
            (metrics.GetValueOrDefault("ConnectionCount") ?? metrics["TotalConnectionCount"])[minute]
        );
        var (inbound, outbound) = (metrics["InboundTraffic"][minute] / 60, metrics["OutboundTraffic"][minute] / 60);
        if (load is null || connections is null || inbound is null || outbound is null)
        {
            return [];
        }

        if (spec.Service == ServiceKind.SignalR)
        {
            (inbound, outbound) = (inbound / 2, outbound - (inbound / 2));
        }

        var tag = spec.Tags["advisor-workload"].Split(':');
        var (inboundCeiling, outboundCeiling, routingCeiling) = tag[0] switch
        {
            "broadcast" => (double.PositiveInfinity, 4e6, double.PositiveInfinity),
            "sendToBigGroup" => (double.PositiveInfinity, 6e6, double.PositiveInfinity),
            "sendToSmallGroup" => (0.4e6, 4e6, 10_000.0),
            "sendToConnection" => (2e6, 2e6, 20_000.0),
            _ => (2e6, 2e6, double.PositiveInfinity),
        };
        return new Dictionary<Limit, double>
        {
            [Limit.ServerLoad] = spec.ExpectedState == DataState.SuspectMetric ? 0 : load.Value / LoadLine,
            [Limit.Connections] = connections.Value / (ConnectionsPerUnit * spec.Units),
            [Limit.Inbound] = inbound.Value / (inboundCeiling * spec.Units),
            [Limit.Outbound] = outbound.Value / (outboundCeiling * spec.Units),
            [Limit.Routing] = inbound.Value / double.Parse(tag[2]) / routingCeiling,
        };
    }
}
