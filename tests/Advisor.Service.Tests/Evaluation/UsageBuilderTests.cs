using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Tests.Evaluation;

public sealed class UsageBuilderTests
{
    private const double Bytes = 1024;

    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private static SkuCatalog Catalog { get; } = RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR);

    // The guide routes 1,000 msg/s a unit to connections, and 20,000 at 20 units and more of Standard_S1.
    private static readonly CapacityModel Model = new(
        RuleSetLoader.Embedded.GetTable(ServiceKind.SignalR),
        Catalog.Find("Standard_S1")!,
        Workload.Create(UseCase.SendToConnection, (int)Bytes)
    );

    [Theory]
    // 17,912 / 20,000, though 17.912 units would carry it; 20,000 of 27,000 connections at the target require more: 22.2.
    [InlineData(17_912, 20_000, 0.8956, 22.222)]
    // As much at the wall itself.
    [InlineData(20_000, 20_000, 1, 22.222)]
    // Beyond the wall no number of units is enough, so the units in force times their utilization are stated.
    [InlineData(22_000, 20_000, 1.1, 33)]
    public void On_the_flat_stretch_of_the_guide_the_utilization_is_the_rate_by_the_rate_in_the_guide(
        double messagesPerSecond,
        double connections,
        double utilization,
        double required
    )
    {
        var minute = messagesPerSecond * Bytes * 60;
        var readings = new MetricReadings(ConnectionCount: connections, InboundTraffic: minute, OutboundTraffic: minute);

        var point = Assert.Single(
            UsageBuilder.Build(Model, Catalog, [], [new MinuteSample(Start, readings)], units: 30, trustsServerLoad: true)
        );

        Assert.Equal(Limit.Routing, point.Limit);
        Assert.Equal(utilization, point.Utilization!.Value, 1e-4);
        Assert.Equal(required, point.Required!.Value, 1e-3);
    }

    [Fact]
    public void Without_metrics_there_is_neither_a_limit_nor_a_utilization()
    {
        var point = Assert.Single(
            UsageBuilder.Build(Model, Catalog, [], [new MinuteSample(Start, default)], units: 30, trustsServerLoad: true)
        );

        Assert.Equal((Limit.None, null, null), (point.Limit, point.Utilization, point.Required));
    }
}
