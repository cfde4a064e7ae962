using Advisor.Core.Alerting;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Budgets;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Budgets;

/// <summary>Alerts of the budgets of a team and of the fleet, as the ticks of the service evaluate them.</summary>
public sealed class BudgetAlertsTests
{
    private static readonly MonthlyBudget OfFleet = new(null, new Money(1400, "USD")),
        OfChat = new("chat", new Money(400, "USD"));

    private readonly ServiceWorld world = new();
    private readonly FakeResource live;

    public BudgetAlertsTests()
    {
        // 400 connections send 6,000 pieces of 2 KB a minute, 8.64 million a day: the 10 million that 10 units include, and no more.
        // January has 31 days of 1.61 USD a unit: 10 units are 499.10, 20 units 998.20, together 1,497.30.
        world.Options = world.Options with
        {
            Mode = AdvisorMode.Recommend,
        };
        world.Azure.Add("chat", 10, _ => 400, new ResourceSettings { Team = "chat" });
        live = world.Azure.Add("live", 20, _ => 400, new ResourceSettings { Team = "live" });
    }

    private IEnumerable<string> Sent =>
        world
            .Reports.Where(report => report.Condition is "fleetBudget" or "teamBudget")
            .Select(report => $"{report.Subject.Name} {report.Kind} {report.Severity} {report.At:HH:mm}");

    [Fact]
    public async Task The_team_and_the_default_team_are_notified_once_of_what_is_expected_and_who_costs_most()
    {
        world.Budgets = [OfFleet, OfChat];

        // Each run is a fresh process over the same store. The first tick knows no bill; that of 08:10 does, which has to hold for an
        // hour.
        await world.RunAsync(40);
        await world.RunAsync(35);
        await world.RunAsync(120);

        // 1,497.30 of 1,400 are 107 %; 499.10 of 400 are 124.8 %.
        Assert.Equal(["all resources Fired Warning 09:10", "chat Fired Error 09:10"], Sent.Order(StringComparer.Ordinal));
        var fleet = world.Reports.Single(report => report.Condition == "fleetBudget");
        Assert.Equal((AlertSubjectKind.Fleet, ""), (fleet.Subject.Kind, fleet.Subject.Team));
        Assert.Equal("The fleet is expected to cost 107 % of its budget this month, above 100 %.", fleet.Text);

        // To date: 1 to 4 January at 48.30 a day for both, 193.20, and the 5th to 09:10, its hours before the history included, 18.45.
        Assert.Equal(
            "1,497 USD expected of 1,400 USD in January 2026, 212 USD to date. Most of it: live 998 USD and chat 499 USD. "
                + "Amounts are at list prices of 2022.",
            fleet.Limit
        );
        Assert.StartsWith("Apply the open recommendations, which save ", fleet.Proposal, StringComparison.Ordinal);
        Assert.Equal("Clears below 95 % for 24 h. Repeats every 30 days.", fleet.Next);

        var team = world.Reports.Single(report => report.Condition == "teamBudget");
        Assert.Equal((AlertSubjectKind.Team, "chat"), (team.Subject.Kind, team.Subject.Team));
        Assert.Equal("The resources of team chat are expected to cost 124.8 % of their budget this month, above 120 %.", team.Text);
    }

    [Fact]
    public async Task What_people_have_dismissed_is_no_saving_that_the_alert_proposes()
    {
        world.Budgets = [OfFleet];
        await world.RunAsync(60);
        var (state, now) = (await world.OpenStateAsync(), world.Clock.GetUtcNow());
        foreach (var record in await state.Evaluations.ListAsync(CancellationToken.None))
        {
            var recommended = await RecommendationSnoozes.FindRecommendedAsync(state, record.ResourceId, now, CancellationToken.None);
            await RecommendationSnoozes.SnoozeAsync(state, recommended!, "dana", "reserved capacity", null, now, CancellationToken.None);
        }

        await world.RunAsync(60);

        var alert = Assert.Single(world.Reports, report => report.Condition == "fleetBudget");
        Assert.StartsWith("Reduce the load of these resources, lower their maxUnits, ", alert.Proposal, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Below_the_budget_nothing_is_sent()
    {
        world.Budgets = [OfFleet with { Limit = new Money(1498, "USD") }, OfChat with { Limit = new Money(500, "USD") }];
        await world.RunAsync(120);

        Assert.Empty(Sent);
    }

    [Fact]
    public async Task A_resource_without_metrics_counts_with_its_units_and_is_named()
    {
        // live is expected to cost 998.20, and the 5 units of the other 249.55 without its messages: at least 1,247.75 of 900.
        world.Azure.Add("blind", 5, _ => 400, new ResourceSettings { Team = "live" }).Reports = false;
        world.Budgets = [new("live", new Money(900, "USD"))];
        await world.RunAsync(80);

        var alert = Assert.Single(world.Reports, report => report.Condition == "teamBudget");
        Assert.Contains("at least 138.6 %", alert.Text, StringComparison.Ordinal);
        Assert.EndsWith("Not known in full: blind. Amounts are at list prices of 2022.", alert.Limit!, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_new_month_has_a_bill_before_its_first_minute_with_metrics()
    {
        // The last minutes of January; metrics are two minutes late.
        world.Clock.Advance(new TimeSpan(26, 15, 58, 0));
        await world.RunAsync(4);

        // 10 units for the 28 days of February.
        var records = await (await world.OpenStateAsync()).Evaluations.ListAsync(CancellationToken.None);
        var chat = records.Single(record => record.ResourceId.EndsWith("/chat", StringComparison.Ordinal));
        Assert.Equal((new DateOnly(2026, 2, 1), 450.80m), (chat.Month!.Start, chat.Month.Expected.Total));
    }

    [Fact]
    public async Task A_place_that_cannot_be_listed_leaves_the_total_a_lower_bound()
    {
        world.Azure.ListFailures.Add(new("/subscriptions/other", FailureCode.Forbidden, "No right."));
        world.Azure.ListsDespiteFailures = true;
        world.Budgets = [OfFleet];
        await world.RunAsync(80);

        var alert = Assert.Single(world.Reports, report => report.Condition == "fleetBudget");
        Assert.EndsWith("Not known in full: other. Amounts are at list prices of 2022.", alert.Limit!, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_resource_that_was_deleted_counts_with_its_cost_until_then_and_no_longer_in_the_next_month()
    {
        world.Options = world.Options with { DiscoveryInterval = TimeSpan.FromMinutes(1), DeletedAfterLists = 1 };
        await world.RunAsync(20);
        world.Azure.Remove(live);
        await world.RunAsync(3);

        var records = await ListRecordsAsync();
        var bill = records.Single(record => record.ResourceId == live.Id).Month!;
        var listing = await world.Azure.ListAsync(new FleetScope(), CancellationToken.None);
        var now = world.Clock.GetUtcNow();
        var service = await world.CreateDependenciesAsync();
        BudgetUse Compute(DateTimeOffset at) =>
            BudgetTotals.Compute([OfFleet], service.Routing, service.Settings, listing.Resources, [], records, at).Single();

        // The 10 units of chat for all of January, and the 20 of live for its 4 days and 8 hours of 24 at 32.20: some 139.
        var use = Compute(now);
        Assert.Equal(499.10m + bill.ToDate.Total, use.Expected.Amount);
        Assert.InRange(bill.ToDate.Total, 139, 141);
        Assert.Equal(["chat", "live"], use.Largest.Select(one => one.Name));
        Assert.Empty(use.Missing);

        var next = Compute(now.AddDays(28));
        Assert.Equal((0, "chat"), (next.Expected.Amount, Assert.Single(next.Missing)));
    }

    // 20 units from the 1st to 08:20 on the 5th under one name, and from then on under another.
    [Fact]
    public async Task A_resource_that_replaces_a_deleted_one_costs_the_rest_of_the_month()
    {
        world.Options = world.Options with { DiscoveryInterval = TimeSpan.FromMinutes(1), DeletedAfterLists = 1 };
        await world.RunAsync(20);
        world.Azure.Remove(live);
        var now = world.Clock.GetUtcNow();
        var next = world.Azure.Add("next", 20, _ => 400, new ResourceSettings { Team = "live" });
        (next.CreatedAt, next.ReportsSince) = (now, now);
        await world.RunAsync(10);

        var records = await ListRecordsAsync();
        var service = await world.CreateDependenciesAsync();
        var use = BudgetTotals
            .Compute(
                [OfFleet],
                service.Routing,
                service.Settings,
                (await world.Azure.ListAsync(new FleetScope(), CancellationToken.None)).Resources,
                [],
                records,
                world.Clock.GetUtcNow()
            )
            .Single();

        // As if it were one resource, but for the minutes of the change: 20 units for 5 minutes are 0.11.
        Assert.InRange(use.Expected.Amount, 1497.10m, 1497.50m);
        Assert.Equal(["next", "chat", "live"], use.Largest.Select(one => one.Name));
    }

    [Fact]
    public async Task A_resource_that_was_moved_to_another_group_counts_once_and_one_created_there_since_counts_beside_it()
    {
        await world.RunAsync(20);
        var records = await ListRecordsAsync();
        var record = records.Single(one => one.ResourceId == live.Id);
        var elsewhere = live.Id.Replace("/resourceGroups/g/", "/resourceGroups/h/", StringComparison.Ordinal);
        IEnumerable<string> ListDeleted(string id, DateTimeOffset? createdAt) =>
            BudgetTotals.ListDeleted([record], [(id, createdAt)], new DateOnly(2026, 1, 1)).Select(one => one.Bill.Name);

        Assert.Empty(ListDeleted(live.Id.ToUpperInvariant(), null));
        Assert.Empty(ListDeleted(elsewhere, null));
        Assert.Empty(ListDeleted(elsewhere, record.At.AddYears(-1)));
        Assert.Equal(["live"], ListDeleted(elsewhere, record.At.AddMinutes(1)));
        Assert.Equal(["live"], ListDeleted(elsewhere.Replace("SignalR/live", "WebPubSub/live", StringComparison.Ordinal), null));
    }

    [Fact]
    public async Task A_budget_that_is_removed_closes_its_alert()
    {
        world.Budgets = [OfFleet, OfChat];
        await world.RunAsync(80);
        world.Budgets = [];
        await world.RunAsync(5);
        await world.RunAsync(5);

        Assert.Equal(["all resources Resolved Warning 09:20", "chat Resolved Error 09:20"], Sent.Skip(2).Order(StringComparer.Ordinal));
        Assert.Equal("The budget is no longer in advisor.yaml. Advisor closed its alert.", world.Reports[^1].Text);
    }

    [Fact]
    public async Task Ended_at_any_call_of_the_tick_that_fires_the_alert_is_sent_once()
    {
        // The alert fires at 09:10. Ticks from then on are ended before their first call, before their second, and so on until one gets
        // through; the plan of a tick that was begun is not made again, so each is a minute later.
        world.Budgets = [OfFleet];
        await world.RunAsync(70);
        var ended = 0;
        for (var isThrough = false; !isThrough; )
        {
            var point = new CrashPoint { At = ended };
            await world.RunAsync(1, point);
            isThrough = !point.Happened;
            ended += isThrough ? 0 : 1;
        }

        await world.RunAsync(10);
        Assert.InRange(ended, 10, int.MaxValue);
        Assert.Single(Sent);
        Assert.Single(world.Channel.Sent, message => message.Title == "Fleet budget: all resources");
    }

    private async Task<IReadOnlyList<EvaluationRecord>> ListRecordsAsync()
    {
        var evaluations = (await world.OpenStateAsync()).Evaluations;
        return [.. await evaluations.ListAsync(CancellationToken.None), .. await evaluations.ListDeletedAsync(CancellationToken.None)];
    }
}
