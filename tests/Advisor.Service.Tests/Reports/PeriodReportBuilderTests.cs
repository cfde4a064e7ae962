using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Settings;
using Advisor.Service.Budgets;
using Advisor.Service.Changes;
using Advisor.Service.Reports;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Reports;

public sealed class PeriodReportBuilderTests
{
    private static DateTimeOffset Start => ReportWorld.Start;

    // 20 units for 4 days and 8 hours at 32.20 are some 139, and include the messages of 500 connections.
    [Fact]
    public async Task The_budget_of_a_report_counts_what_a_deleted_resource_cost_until_then()
    {
        var world = new ReportWorld();
        world.World.Budgets = [new MonthlyBudget(null, new Money(1000, "USD")), new MonthlyBudget("chat", new Money(100, "USD"))];
        world.World.Options = world.World.Options with
        {
            Mode = AdvisorMode.Recommend,
            DiscoveryInterval = TimeSpan.FromMinutes(1),
            DeletedAfterLists = 1,
        };
        var gone = world.World.Azure.Add("gone", 20, _ => 500);
        await world.TickAsync(Start);
        await world.World.RunAsync(20);
        world.World.Azure.Remove(gone);
        await world.World.RunAsync(3);

        await world.TickAsync(Start.AddMinutes(30));

        var (fleet, team) = (world.Rendered!.Budgets[0], world.Rendered.Budgets[1]);
        Assert.InRange(fleet.Largest.Single(one => one.Name == "gone").Expected.Amount, 139, 141);
        Assert.Equal(["chat"], team.Largest.Select(one => one.Name));
    }

    // 20 units until 09:30 and 1 since then; a report at 11:30 that looks back an hour has seen 1 alone.
    [Fact]
    public async Task The_budget_of_a_report_is_that_of_the_service_which_counted_the_month()
    {
        var world = new ReportWorld { Reports = [ReportWorld.CreateReport(at: "11:30") with { Since = TimeSpan.FromHours(1) }] };
        world.World.Budgets = [new MonthlyBudget(null, new Money(1000, "USD"))];
        world.World.Options = world.World.Options with { Mode = AdvisorMode.Recommend };
        var large = world.World.Azure.Add("large", 20, _ => 50);
        await world.TickAsync(Start);
        await world.World.RunAsync(90);
        large.Begin(1, Start.AddMinutes(90), Start.AddMinutes(90));
        await world.World.RunAsync(120);
        await world.TickAsync(Start.AddMinutes(210));

        var service = await world.World.CreateDependenciesAsync();
        var records = await (await world.World.OpenStateAsync()).Evaluations.ListAsync(TestContext.Current.CancellationToken);
        var listing = await world.World.Azure.ListAsync(new FleetScope(), TestContext.Current.CancellationToken);
        var use = BudgetTotals
            .Compute(world.World.Budgets, service.Routing, service.Settings, listing.Resources, [], records, Start.AddMinutes(210))
            .Single();

        // More than a third of the counted minutes had 20 units: a mean above 8, where the last hour alone is 1 for 1.61 a day.
        Assert.InRange(records.Single(record => record.ResourceId == large.Id).Month!.Expected.Units, 8 * 1.61m * 31, 20 * 1.61m * 31);
        Assert.Equal((use.ToDate, use.Expected), (world.Rendered!.Budgets[0].ToDate, world.Rendered.Budgets[0].Expected));
    }

    // The report is of chat alone. Of the fleet there are live beside it, and gone, which the last list lacks and which may be there again.
    [Fact]
    public async Task The_budget_of_the_fleet_in_a_report_of_a_part_is_that_of_the_alert()
    {
        var world = new ServiceWorld
        {
            Budgets = [new(null, new Money(1400, "USD")), new("chat", new Money(400, "USD")), new("live", new Money(900, "USD"))],
            Routing = new(
                new RoutingSettings
                {
                    Channels = [new ChannelSettings { Name = "room", Type = ChannelType.Teams }],
                    Teams = [new TeamSettings("chat", [new TeamChannel("room")]), new TeamSettings("live", [new TeamChannel("room")])],
                    DefaultTeam = "chat",
                }
            ),
        };
        world.Options = world.Options with { Mode = AdvisorMode.Recommend, DiscoveryInterval = TimeSpan.FromMinutes(1) };
        var chat = world.Azure.Add("chat", 10, _ => 400, new ResourceSettings { Team = "chat" });
        world.Azure.Add("live", 20, _ => 400, new ResourceSettings { Team = "live" });
        var gone = world.Azure.Add("gone", 5, _ => 400, new ResourceSettings { Team = "live" });
        await world.RunAsync(20);
        world.Azure.Remove(gone);
        await world.RunAsync(2);

        var (state, now, cancellation) = (await world.OpenStateAsync(), world.Clock.GetUtcNow(), TestContext.Current.CancellationToken);
        var service = await world.CreateDependenciesAsync();
        var listing = await world.Azure.ListAsync(new FleetScope(), cancellation);
        var records = await state.Evaluations.ListAsync(cancellation);
        var alerts = BudgetTotals.Compute(world.Budgets, service.Routing, service.Settings, listing.Resources, [], records, now);
        var cost = records.Single(record => record.ResourceId == gone.Id).Month!.ToDate.Total;
        var part = new ResourceReport
        {
            Id = chat.Id,
            Name = "chat",
            Service = ServiceKind.SignalR,
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 10,
            State = ReportState.Ok,
            Settings = chat.Settings,
        };
        var budgets = await CountAsync(now);

        // 499.10 of chat, 998.20 of live for all of January, and what gone cost until 08:20 on the 5th.
        Assert.Equal([1497.30m + cost, 499.10m, 998.20m + cost], budgets.Select(use => use.Expected.Amount));
        Assert.Equal(alerts.Select(use => (use.ToDate, use.Expected)), budgets.Select(use => (use.ToDate, use.Expected)));
        Assert.All(budgets, use => Assert.Empty(use.Missing));

        // Of a service that was stopped the bills are old, and what live costs is not known; gone was not there at the last list.
        var old = await CountAsync(now.AddHours(2));
        Assert.Equal(["chat,live", "chat", "live"], old.Select(use => string.Join(',', use.Missing)));
        Assert.Equal([cost, 0, cost], old.Select(use => use.Expected.Amount));

        async Task<IReadOnlyList<BudgetUse>> CountAsync(DateTimeOffset at)
        {
            var evaluation = new EvaluationReport { Time = at, Resources = [part] };
            var report = PeriodReportBuilder.Create(evaluation, TimeSpan.FromDays(1), null, budgets: world.Budgets);
            return (await PeriodReportBuilder.AddHistoryAsync(report, state, RuleSetLoader.Embedded, cancellation)).Budgets;
        }
    }

    /// <summary>A load test of last month that nobody ended costs money, or uptime, until somebody sees it.</summary>
    [Fact]
    public async Task A_report_lists_what_is_paused_or_pinned_by_settings_and_by_people()
    {
        var world = new ReportWorld();
        var game = world.World.Azure.Add("game", 2, _ => 500);
        var lobby = world.World.Azure.Add(
            "lobby",
            2,
            _ => 500,
            new ResourceSettings
            {
                Pause = new ResourcePause(PausedScaling.ScaleIn, "the tag advisor-pause") { Until = Start.AddHours(2) },
                Pin = new ResourcePin(5, "advisor.yaml"),
            }
        );
        world.World.Azure.Add(
            "over",
            2,
            _ => 500,
            new ResourceSettings { Pause = new ResourcePause(PausedScaling.All, "the tag advisor-pause") { Until = Start } }
        );
        await world.TickAsync(Start);
        var service = await world.CreateServiceAsync();
        await PauseAsync(game, units: null);
        // The pin of a person precedes that of advisor.yaml.
        await PauseAsync(lobby, units: 3);

        await world.TickAsync(Start.AddMinutes(30));

        Assert.Equal(
            [
                new ReportedPause(
                    "game",
                    game.Id,
                    "Scale-in and scale-out are paused by dana (2026-01-05 08:00 UTC: load test) until that is removed.",
                    null
                ),
                new ReportedPause("lobby", lobby.Id, "Scale-in is paused by the tag advisor-pause until Mon 10:00 UTC.", Start.AddHours(2)),
                new ReportedPause(
                    "lobby",
                    lobby.Id,
                    "The size is pinned at 3 units by dana (2026-01-05 08:00 UTC: load test) until that is removed.",
                    null
                ),
            ],
            world.Rendered!.Pauses
        );

        async Task PauseAsync(FakeResource resource, int? units)
        {
            var pause = new ScalingPause
            {
                ResourceId = resource.Id,
                Scaling = PausedScaling.All,
                Units = units,
                Author = "dana",
                Reason = "load test",
                At = Start,
            };
            var paused = resource.ToFleetResource(Start);
            Assert.True(await ScalingPauses.PauseAsync(service.Setup.State, paused, pause, TestContext.Current.CancellationToken));
        }
    }
}
