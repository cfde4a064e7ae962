using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Reports;

public class EndpointGroupTotalTests
{
    [Fact]
    public void Units_connections_and_cost_are_summed_and_advisory_changes_are_left_out()
    {
        var group = Assert.Single(
            EndpointGroupTotal.Compute([
                Create("b", "chat", 8, 5, 4000),
                Create("x", null, 50, 50, 9),
                Create("a", "Chat", 4, 2, 1000) with
                {
                    Advisory = "only 1 h of history",
                },
            ])
        );

        // 8 + 4 = 12 units; 5 + 4 = 9 with the one that is no advisory. 10 USD a unit: 120 and 90.
        Assert.Equal(
            ("Chat", ServiceKind.SignalR, 12, 9, 5000.0),
            (group.Name, group.Service, group.Units, group.UnitsAfter, group.Connections)
        );
        Assert.Equal(["a", "b"], group.Endpoints);
        Assert.Equal((120m, 90m), (group.Cost!.Today.Total.Amount, group.Cost.After.Total.Amount));
    }

    [Fact]
    public void An_unknown_figure_of_one_endpoint_is_unknown_in_the_sum_and_not_zero()
    {
        var group = Assert.Single(
            EndpointGroupTotal.Compute([Create("a", "chat", 8, 8, null), Create("b", "chat", 4, 4, 1000) with { Cost = null }])
        );

        Assert.Equal((12, null, null), (group.Units, group.Connections, group.Cost));
    }

    [Fact]
    public void The_services_have_groups_of_their_own()
    {
        var groups = EndpointGroupTotal.Compute([
            Create("b", "chat", 8, 8, 1) with
            {
                Service = ServiceKind.WebPubSub,
            },
            Create("a", "chat", 4, 4, 1),
            Create("c", "alerts", 1, 1, 1),
        ]);

        Assert.Equal([("alerts", 1), ("chat", 4), ("chat", 8)], groups.Select(group => (group.Name, group.Units)));
    }

    private static ResourceReport Create(string name, string? group, int units, int target, double? connections) =>
        new()
        {
            Id = name,
            Name = name,
            Service = ServiceKind.SignalR,
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = units,
            State = ReportState.Ok,
            Cost = CreateCost(units),
            Settings = ResourceSettings.Default with { EndpointGroup = group },
            Newest = new MinuteSample(DateTimeOffset.UnixEpoch, new MetricReadings(ConnectionCount: connections)),
            Decision = new Decision
            {
                ResourceId = name,
                Time = DateTimeOffset.UnixEpoch,
                Action = target == units ? ScalingAction.Hold : ScalingAction.ScaleIn,
                Sku = "Standard_S1",
                Units = target,
                LimitingFactor = Limit.None,
                Utilization = default,
                Confidence = new Ratio(0.9),
                Reasons = [],
                CostAfter = CreateCost(target),
            },
        };

    private static MonthlyCost CreateCost(int units) => new(new Money(10 * units, "USD"), new Money(0, "USD"));
}
