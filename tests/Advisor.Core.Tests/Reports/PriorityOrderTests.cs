using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;

namespace Advisor.Core.Tests.Reports;

public class PriorityOrderTests
{
    [Fact]
    public void Overloads_come_first_then_savings_then_other_advice_then_what_is_unknown()
    {
        ResourceReport[] found =
        [
            Create("calm", ScalingAction.Hold, 0.6),
            Create("unread", null, null, ReportState.Failed),
            Create("small-saving", ScalingAction.ScaleIn, 0.1, change: -50),
            Create("advice", ScalingAction.Advise, 0.7, change: -900),
            Create("large-saving", ScalingAction.ScaleIn, 0.3, change: -400),
            // A server load that contradicts the rest is not the limiting factor.
            Create("stuck", ScalingAction.Hold, 0.2, ReportState.SuspectMetric, suspectLoad: 1.4),
            Create("blocked", ScalingAction.Hold, 1.3),
            Create("rising", ScalingAction.ScaleOut, 0.98, change: 49),
            Create("wall", ScalingAction.Advise, 1.08, change: 1500),
        ];

        var names = PriorityOrder.Sort(found).Select(resource => resource.Name);

        Assert.Equal(["blocked", "wall", "rising", "large-saving", "small-saving", "advice", "unread", "stuck", "calm"], names);
    }

    private static ResourceReport Create(
        string name,
        ScalingAction? action,
        double? connections,
        ReportState state = ReportState.Ok,
        decimal change = 0,
        double? suspectLoad = null
    ) =>
        new()
        {
            Id = "/subscriptions/s/" + name,
            Name = name,
            Service = ServiceKind.SignalR,
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 5,
            State = state,
            Decision = action is not { } decided
                ? null
                : new()
                {
                    ResourceId = "/subscriptions/s/" + name,
                    Time = new DateTimeOffset(2026, 1, 5, 10, 0, 0, TimeSpan.Zero),
                    Action = decided,
                    Sku = "Standard_S1",
                    Units = 5,
                    LimitingFactor = Limit.Connections,
                    Utilization = new(suspectLoad is { } load ? new Ratio(load) : null, new Ratio(connections!.Value)),
                    Confidence = new Ratio(0.9),
                    Reasons = [],
                    CostNow = new MonthlyCost(new Money(1000, "USD"), new Money(0, "USD")),
                    CostAfter = new MonthlyCost(new Money(1000 + change, "USD"), new Money(0, "USD")),
                },
        };
}
