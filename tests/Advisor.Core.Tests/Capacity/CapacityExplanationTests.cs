using Advisor.Core.Capacity;

namespace Advisor.Core.Tests.Capacity;

public sealed class CapacityExplanationTests
{
    [Fact]
    public void Every_limit_names_its_row_its_figures_and_whether_they_are_interpolated()
    {
        var model = new CapacityModel(GuideTables.SignalR, GuideTables.Standard, Workload.Create(UseCase.SendToSmallGroup, 2000));

        var citations = CapacityExplanation.Explain(model, new Demand(4_000, 1e6, 10e6, 3), 5);

        Assert.Equal(LimitingFactor.Limits, citations.Select(c => c.Limit));
        var routing = citations[4];
        Assert.Equal("500 of 1,000 msg/s (interpolated)", routing.Text);
        Assert.Equal((500, 2.5), (routing.Headroom, routing.UnitsRequired));
        Assert.Equal(["signalr.sendToSmallGroup"], routing.Rows);
        Assert.Contains("signalr-concept-performance", routing.Source, StringComparison.Ordinal);
        Assert.Equal("connectionsPerUnit of Standard_S1, target 90 %", citations[1].Source);
        Assert.Equal("4,000 of 4,500 connections", citations[1].Text);
        Assert.Equal("42 of 70 % server load", citations[0].Text); // 3 units' worth on 5
    }

    [Fact]
    public void A_missing_metric_and_a_limit_that_does_not_exist_read_differently()
    {
        var model = new CapacityModel(GuideTables.SignalR, GuideTables.Standard, Workload.Create(UseCase.Broadcast));

        var citations = CapacityExplanation.Explain(model, new Demand(InboundBytes: 4_000), 1);

        Assert.Equal("unknown: the metric is missing", citations[3].Text);
        Assert.Equal("4 KB/s; no limit for this workload", citations[2].Text);
    }

    [Fact]
    public void A_mixed_load_names_the_row_that_its_sum_is_held_against()
    {
        var mix = new Workload([new(UseCase.RestSendToUser, new(0.5), 2048), new(UseCase.SendToSmallGroup, new(0.5), 2048, 5)]);

        var citations = CapacityExplanation.Explain(new CapacityModel(GuideTables.SignalR, GuideTables.Standard, mix), default, 10);

        Assert.Equal(["signalr.restSendToUser", "signalr.sendToSmallGroup", "signalr.sendToConnection", "signalr.echo"], citations[2].Rows);
        Assert.Equal(["signalr.sendToSmallGroup", "signalr.sendToConnection"], citations[4].Rows);
    }
}
