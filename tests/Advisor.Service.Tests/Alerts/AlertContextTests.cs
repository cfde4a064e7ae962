using Advisor.Configuration.Rules;
using Advisor.Core;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Service.Alerts;
using Advisor.Service.Changes;
using Advisor.Tests;

namespace Advisor.Service.Tests.Alerts;

public sealed class AlertContextTests
{
    private const string Id = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";
    private static readonly DateTimeOffset At = new(2026, 11, 1, 10, 0, 0, TimeSpan.Zero);

    [Fact]
    public void The_expected_bill_of_the_month_is_compared_with_the_budget()
    {
        // 4 units at 1.61 for the 30 days of November, no messages beyond the included ones: 193.20 of 161.
        var settings = new ResourceSettings { MonthlyBudget = new Money(161, "USD") };

        Assert.Equal(1.2, CreateContext("Standard_S1", 4, 100, settings).CreateFacts().BudgetUtilization!.Value, 9);
        Assert.Null(CreateContext("Standard_S1", 4, 100, ResourceSettings.Default).CreateFacts().BudgetUtilization);
        Assert.Null(
            CreateContext("Standard_S1", 4, 100, settings with { MonthlyBudget = new Money(161, "EUR") }).CreateFacts().BudgetUtilization
        );
    }

    [Fact]
    public void A_bill_that_is_not_known_in_full_makes_its_share_of_the_budget_a_lower_bound()
    {
        var context = CreateContext("Standard_S1", 4, 100, new ResourceSettings { MonthlyBudget = new Money(161, "USD") });
        var month = context.Month!;
        var part = new MonthlyCost(month.Expected.Units, new Money(0, "USD"), CostGap.UnitPrice);
        var units = new MonthlyCost(month.Expected.Units, null, CostGap.MessagePrice);

        Assert.Equal((false, false), Read(context));
        Assert.Equal((true, false), Read(context with { Month = month with { Expected = part } }));

        // The days without a price are over with the month; messages have none in the next one either.
        Assert.Equal((true, true), Read(context with { Month = month with { Expected = units } }));

        static (bool, bool) Read(AlertContext context) =>
            FindReading(context) is var reading ? (reading.IsLowerBound, reading.IsGapLasting) : default;

        static AlertReading FindReading(AlertContext context) =>
            AlertReadings
                .Read(context.Rules, AlertSubjectKind.Resource, context.Decision, context.CreateFacts(), At)
                .Single(reading => reading.Condition == "budget");
    }

    [Fact]
    public void The_messages_of_a_day_are_compared_with_those_of_the_Free_tier()
    {
        // 16,500 of 20,000.
        Assert.Equal(0.825, CreateContext("Free_F1", 1, 16_500, ResourceSettings.Default).CreateFacts().FreeMessages);
        Assert.Null(CreateContext("Standard_S1", 1, 16_500, ResourceSettings.Default).CreateFacts().FreeMessages);
    }

    [Theory]
    [InlineData(Id, false)]
    [InlineData(Id + "/replicas/east", true)]
    public void The_alert_of_a_budget_says_where_it_is_that_of_one_region(string id, bool isOfRegion)
    {
        var context = CreateContext("Standard_S1", 4, 100, ResourceSettings.Default);
        context = context with { Resource = context.Resource with { Id = id } };
        var alert = new AlertEvent
        {
            Kind = AlertEventKind.Fired,
            DedupKey = "key",
            EventId = "event",
            Subject = AlertSubjects.Create(context.Resource),
            Condition = "budget",
            Severity = AlertSeverity.Warning,
            Since = At,
            At = At,
            Text = "It costs 110 % of its budget.",
        };

        Assert.Equal(
            alert.Text + (isOfRegion ? " The budget is that of this region alone: each region of the resource has it by itself." : ""),
            AlertDescriber.Describe(alert, context).Text
        );
    }

    [Fact]
    public void The_alert_of_the_messages_of_the_Free_tier_proposes_the_tier_that_sells_them()
    {
        // 25,000 of 20,000, all in the one known minute: 36 million a day. A unit of Standard_S1, 30 x 1.61, includes one of them, and the
        // other 35 cost 1 each: 48.30 + 30 x 35.
        var context = CreateContext("Free_F1", 1, 25_000, ResourceSettings.Default) with
        {
            Outcome = AuditOutcome.Recommended,
        };
        var fired = new AlertEvent
        {
            Kind = AlertEventKind.Fired,
            DedupKey = "key",
            EventId = "event",
            Subject = AlertSubjects.Create(context.Resource),
            Condition = "freeMessages",
            Severity = AlertSeverity.Error,
            Since = At,
            At = At,
            Text = "chat has sent 125 % of the messages that the Free tier sends in a day, 100 % or more.",
        };

        var alert = AlertDescriber.Describe(fired, context);

        Assert.Equal(
            "Standard_S1 x 1 (+1,098 USD a month). "
                + "Standard_S1 x 1 requires 1 unit of the regional quota and a change of tier that interrupts the service.",
            alert.Proposal
        );
        Assert.StartsWith("Advisor does not change the tier of this resource itself. Clears", alert.Next, StringComparison.Ordinal);
        Assert.Null(AlertDescriber.Describe(fired with { Kind = AlertEventKind.Resolved }, context).Proposal);
    }

    private static AlertContext CreateContext(string sku, int units, double messages, ResourceSettings settings)
    {
        var observation = new Observation
        {
            ResourceId = Id,
            Time = At,
            Sku = sku,
            Units = units,
            Readings = new MetricReadings(
                ServerLoad: 10,
                ConnectionCount: 10,
                InboundTraffic: 1e5,
                OutboundTraffic: 1e5,
                MessageCount: messages
            ),
        };
        var outcome = ScalingAdvisor.Decide(RuleSetLoader.Embedded, observation, null, At.AddMinutes(2));
        var catalog = RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR);
        return new AlertContext
        {
            Month = ResourceState.ComputeMonthBill(outcome.State, catalog, null, new Size(sku, units), null, At.AddMinutes(2)),
            Rules = RuleSetLoader.Embedded,
            Resource = SampleResource.CreateWithId(Id, units) with { Sku = sku, Settings = settings },
            Decision = outcome.Decision,
            State = outcome.State,
        };
    }
}
