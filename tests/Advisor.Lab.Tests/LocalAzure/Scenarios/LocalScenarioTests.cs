using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;

namespace Advisor.Lab.Tests.LocalAzure.Scenarios;

public sealed class LocalScenarioTests
{
    private const double LoadLine = 70;
    private const double SmallestCountedBytes = 1024;
    private static readonly DateTimeOffset Day = new(2026, 1, 6, 0, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset Sunday = new(2026, 1, 11, 0, 0, 0, TimeSpan.Zero);

    public static TheoryData<string> Names => [.. LocalScenario.Ten.Select(r => r.Name)];

    public static TheoryData<string> DemoNames => [.. LocalScenario.Demo.Select(r => r.Name)];

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

    [Fact]
    public void The_demo_has_twelve_that_say_what_they_show()
    {
        Assert.Equal(12, LocalScenario.Demo.Count);
        Assert.All(LocalScenario.Demo, r => Assert.NotEmpty(r.Shows));
        Assert.All(LocalScenario.Demo, r => Assert.NotNull(r.ExpectedLimitingFactor));
        Assert.All(LocalScenario.Demo, r => Assert.Contains("advisor-workload", r.Tags.Keys));

        // Only Web PubSub bills small messages by bytes; SignalR bills each as one, which the simulated bytes do not show.
        Assert.All(LocalScenario.Demo.Where(r => r.Service == ServiceKind.SignalR), r => Assert.Equal(2048, r.Load.Shape.MessageBytes));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_limiting_factor_is_the_same_at_every_minute_of_a_day(string name)
    {
        var spec = LocalScenario.Ten.Single(r => r.Name == name);

        Assert.Equal(spec.ExpectedLimitingFactor, Assert.Single(await FindLimitingFactorsAsync(spec, Day)));
    }

    [Theory]
    [MemberData(nameof(DemoNames))]
    public async Task The_limiting_factor_of_the_demo_is_the_same_at_every_minute_of_a_workday_and_a_sunday(string name)
    {
        var spec = LocalScenario.Demo.Single(r => r.Name == name);

        Assert.Equal(spec.ExpectedLimitingFactor, Assert.Single(await FindLimitingFactorsAsync(spec, Day)));
        Assert.Equal(spec.ExpectedLimitingFactor, Assert.Single(await FindLimitingFactorsAsync(spec, Sunday)));
    }

    [Fact]
    public void Many_gives_the_same_fleet_for_the_same_seed_and_another_for_another()
    {
        Assert.Equal(LocalScenario.CreateMany(50, 3, 7).Select(FormatSpec), LocalScenario.CreateMany(50, 3, 7).Select(FormatSpec));
        Assert.NotEqual(LocalScenario.CreateMany(50, 3, 7).Select(FormatSpec), LocalScenario.CreateMany(50, 3, 8).Select(FormatSpec));
        Assert.Equal(3, LocalScenario.CreateMany(50, 3, 7).Select(r => r.Region).Distinct(StringComparer.Ordinal).Count());

        static string FormatSpec(LocalResourceSpec spec) => $"{spec.Name} {spec.Region} {spec.Units} {spec.Load}";
    }

    private static async Task<List<Limit>> FindLimitingFactorsAsync(LocalResourceSpec spec, DateTimeOffset day)
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Resources = [spec], Time = new ManualTimeProvider(day.AddDays(1).AddMinutes(10)) }
        );
        using var client = new LocalAzureClient(azure);
        var metrics = await ReadDayAsync(client, azure.GetResource(spec.Name), day);
        return [.. Enumerable.Range(0, 1440).Select(minute => FindLimitingFactor(ComputeShares(spec, metrics, minute))).Distinct()];
    }

    private static async Task<Dictionary<string, double?[]>> ReadDayAsync(
        LocalAzureClient client,
        LocalResource resource,
        DateTimeOffset day
    )
    {
        var count = resource.Spec.Service == ServiceKind.WebPubSub ? "TotalConnectionCount" : "ConnectionCount";
        var answer = await client.ReadMetricsAsync(resource.Id, $"ServerLoad,{count},InboundTraffic,OutboundTraffic", day, day.AddDays(1));
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
    // and once more out. A message below 1,024 B counts as one of 1,024 B. A server load that is stuck is left out: traffic and connections
    // are what can be believed.
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

        if (spec is { Service: ServiceKind.SignalR, ServiceMode: not ServiceMode.Serverless })
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
            "restSendToUser" => (0.4e6, 0.4e6, double.PositiveInfinity),
            _ => (2e6, 2e6, double.PositiveInfinity),
        };
        var bytes = double.Parse(tag[2]);
        var counted = Math.Max(bytes, SmallestCountedBytes) / bytes;
        return new Dictionary<Limit, double>
        {
            [Limit.ServerLoad] = spec.ExpectedState == DataState.SuspectMetric ? 0 : load.Value / LoadLine,
            [Limit.Connections] = connections.Value / ((spec.Sku == "Free_F1" ? 20 : 1000) * spec.Units),
            [Limit.Inbound] = counted * inbound.Value / (inboundCeiling * spec.Units),
            [Limit.Outbound] = counted * outbound.Value / (outboundCeiling * spec.Units),
            [Limit.Routing] = inbound.Value / bytes / routingCeiling,
        };
    }
}
