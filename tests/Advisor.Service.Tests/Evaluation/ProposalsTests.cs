using Advisor.Configuration.Rules;
using Advisor.Core;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Service.Alerts;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Tests;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>The remedy of a message fits the limit that its alert is about.</summary>
public sealed class ProposalsTests
{
    private const double Bytes = 21_000 * 1024 * 60.0;

    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

    // 20 units, 18,500 connections: 92.5 % of 20,000, 102.8 % of the target of 90 %. To single connections go 21,000 messages of 1,024 B a
    // second: Standard_S1 routes 20,000 whatever its units.
    private static readonly FleetResource Orders = SampleResource.Create("orders", 20) with
    {
        Settings = new ResourceSettings { Workload = Workload.Create(UseCase.SendToConnection, 1024), CountsServerLeg = false },
    };

    [Fact]
    public void An_alert_on_connections_proposes_the_units_that_connections_require_and_no_other_tier()
    {
        // 18,500 / 900 = 20.6: 30 units, ten more.
        var (text, cost, size) = Proposals.Find(AlertNumber.Connections, CreateContext())!;

        Assert.Equal(new Size("Standard_S1", 30), size);
        Assert.Equal("Standard_S1 x 30 instead of Standard_S1 x 20", text);
        Assert.StartsWith("+", cost, StringComparison.Ordinal);
        Assert.Contains("list price of 2022 in USD, region not stated", cost, StringComparison.Ordinal);
    }

    [Fact]
    public void Under_the_maximum_of_a_window_it_proposes_what_was_required_before_and_names_the_window_and_its_end()
    {
        // Half an hour ago at 40 units: 28,000 / 900 = 31.1, so 40. The 18,500 of the full 20 units are those that it still accepts.
        var before = ScalingAdvisor.Decide(
            RuleSetLoader.Embedded,
            CreateObservation(40, 28_000, Now.AddMinutes(-32)),
            null,
            Now.AddMinutes(-30)
        );
        var low = new PlannedWindow("low", Now.AddMinutes(-20), Now.AddHours(7), null, IsFreeze: false, MaxUnits: 20)
        {
            IsRecurring = true,
        };

        var (text, _, size) = Proposals.Find(AlertNumber.Connections, CreateContext(before.State, [low]))!;

        Assert.Equal(new Size("Standard_S1", 40), size);
        Assert.Equal(
            "Standard_S1 x 40 instead of Standard_S1 x 20; low allows at most 20 units until 2026-01-05 17:00 UTC: "
                + "raise its maximum for a larger size before",
            text
        );
    }

    [Fact]
    public void An_alert_on_routing_proposes_the_way_that_changes_no_app_and_names_the_cheaper_one()
    {
        var (text, cost, size) = Proposals.Find(AlertNumber.Routing, CreateContext())!;

        Assert.Matches(
            "^Premium_P2 x \\d+ \\(\\+[\\d,]+ USD a month\\), or cheaper with a change to the app: "
                + "2 x Standard_S1 x \\d+ \\(\\+[\\d,]+\\)\\. "
                + "Premium_P2 x \\d+ requires \\d+ units of the regional quota.* and a change of tier without interruption\\.$",
            text
        );
        Assert.Null(cost);
        Assert.Equal("Premium_P2", size!.Value.Sku);
    }

    [Fact]
    public void An_alert_on_a_limit_that_the_size_in_force_keeps_proposes_nothing() =>
        Assert.Null(Proposals.Find(AlertNumber.ServerLoad, CreateContext()));

    [Fact]
    public void Nothing_is_proposed_while_Advisor_makes_the_change() =>
        Assert.Null(Proposals.Find(AlertNumber.Connections, CreateContext() with { Outcome = AuditOutcome.Applying }));

    [Fact]
    public void The_sizes_have_the_routing_of_the_capacity_model_which_more_units_do_not_raise()
    {
        // 21,000 of the 20,000 messages a second that 30 units route, and 40 no more: 105 % at both.
        var context = CreateContext();
        var newest = new MinuteSample(Now.AddMinutes(-2), CreateReadings());

        var details = EvaluationDetailsBuilder.Create(Orders, context.Decision!, context.State, [newest], null, Now);

        double FindRouting(int units) => details.Sizes.Single(size => size.Units == units).Utilization![Limit.Routing];
        Assert.Equal((1.05, 1.05), (FindRouting(30), FindRouting(40)));
    }

    private static MetricReadings CreateReadings() =>
        new(
            ServerLoad: 40,
            ConnectionCount: 18_500,
            ConnectionQuotaUtilization: 92.5,
            InboundTraffic: Bytes,
            OutboundTraffic: Bytes,
            MessageCount: Bytes / 2048
        );

    private static Observation CreateObservation(int units, double connections, DateTimeOffset time) =>
        new()
        {
            ResourceId = Orders.Id,
            Time = time,
            Service = Orders.Service,
            ServiceMode = Orders.ServiceMode,
            Sku = Orders.Sku,
            Units = units,
            CountsServerLeg = false,
            Readings = CreateReadings() with { ConnectionCount = connections, ConnectionQuotaUtilization = connections / units / 10 },
            Settings = Orders.Settings,
        };

    private static AlertContext CreateContext(ResourceState? state = null, IReadOnlyList<PlannedWindow>? windows = null)
    {
        var rules = RuleSetLoader.Embedded;
        var resource = Orders with { Settings = Orders.Settings with { Windows = windows ?? [] } };
        var observation = CreateObservation(Orders.Units, 18_500, Now.AddMinutes(-2)) with { Settings = resource.Settings };
        var outcome = ScalingAdvisor.Decide(rules, observation, state, Now);
        return new AlertContext
        {
            Rules = rules,
            Resource = resource,
            Decision = outcome.Decision!,
            State = outcome.State,
            Outcome = AuditOutcome.Recommended,
        };
    }
}
