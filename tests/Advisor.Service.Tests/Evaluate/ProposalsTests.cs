using Advisor.Configuration.Rules;
using Advisor.Core;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Change;
using Advisor.Service.Evaluate;

namespace Advisor.Service.Tests.Evaluate;

/// <summary>The remedy of a message fits the limit that its alert is about.</summary>
public sealed class ProposalsTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

    // 20 units, 18,500 connections: 92.5 % of 20,000, 102.8 % of the target of 90 %. To single connections go 21,000 messages of 1,024 B a
    // second: Standard_S1 routes 20,000 whatever its units.
    private static readonly FleetResource Orders = new()
    {
        Id = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/orders",
        Name = "orders",
        SubscriptionId = "s",
        ResourceGroup = "g",
        Service = ServiceKind.SignalR,
        Region = "westeurope",
        Sku = "Standard_S1",
        Units = 20,
        ProvisioningState = "Succeeded",
        Settings = new ResourceSettings { Workload = Workload.Create(UseCase.SendToConnection, 1024), CountsServerLeg = false },
    };

    [Fact]
    public void An_alert_on_connections_proposes_the_units_that_connections_require_and_no_other_tier()
    {
        // 18,500 / 900 = 20.6: 30 units, ten more.
        var (text, cost) = Proposals.Find(AlertNumber.Connections, CreateContext());

        Assert.Equal("Standard_S1 x 30 instead of Standard_S1 x 20", text);
        Assert.StartsWith("+", cost, StringComparison.Ordinal);
        Assert.Contains("list price of 2022 in USD, region not stated", cost, StringComparison.Ordinal);
    }

    [Fact]
    public void An_alert_on_routing_proposes_the_alternatives_the_cheapest_first()
    {
        var (text, cost) = Proposals.Find(AlertNumber.Routing, CreateContext());

        var (split, premium) = (
            text!.IndexOf("2 x Standard_S1 x ", StringComparison.Ordinal),
            text.IndexOf("Premium_P2 x ", StringComparison.Ordinal)
        );
        Assert.True(split == 0 && premium > split, text);
        Assert.Contains("Requires distribution of the clients by the app's negotiate endpoint", text, StringComparison.Ordinal);
        Assert.Null(cost);
    }

    [Fact]
    public void An_alert_on_a_limit_that_the_size_in_force_keeps_proposes_nothing() =>
        Assert.Equal(default, Proposals.Find(AlertNumber.ServerLoad, CreateContext()));

    [Fact]
    public void Nothing_is_proposed_while_Advisor_makes_the_change() =>
        Assert.Equal(default, Proposals.Find(AlertNumber.Connections, CreateContext() with { Outcome = DecisionHandling.Applying }));

    private static AlertContext CreateContext()
    {
        var rules = RuleSetLoader.Embedded;
        var bytes = 21_000 * 1024 * 60.0;
        var observation = new Observation
        {
            ResourceId = Orders.Id,
            Time = Now.AddMinutes(-2),
            Service = Orders.Service,
            ServiceMode = Orders.ServiceMode,
            Sku = Orders.Sku,
            Units = Orders.Units,
            CountsServerLeg = false,
            Readings = new MetricReadings(
                ServerLoad: 40,
                ConnectionCount: 18_500,
                ConnectionQuotaUtilization: 92.5,
                InboundTraffic: bytes,
                OutboundTraffic: bytes,
                MessageCount: bytes / 2048
            ),
            Settings = Orders.Settings,
        };
        var outcome = ScalingAdvisor.Decide(rules, observation, null, Now);
        return new AlertContext
        {
            Rules = rules,
            Resource = Orders,
            Decision = outcome.Decision!,
            State = outcome.State,
            Outcome = DecisionHandling.Recommended,
        };
    }
}
