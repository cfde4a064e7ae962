using Advisor.Api.Dashboard;
using Advisor.Api.Tests.World;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service;

namespace Advisor.Api.Tests.Overview;

/// <content>Budgets of the fleet and of teams.</content>
public sealed partial class OverviewTests
{
    // January has 31 days of 1.61 USD a unit: 10 units are 499.10, 20 are 998.20; their messages are included. To date: four days,
    // 64.40 and 128.80, and five minutes of the fifth, 0.06 and 0.11.
    private static async Task<ApiWorld> StartWithBudgetsAsync()
    {
        var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        world.Service.Azure.Add("chat", 10, _ => 400, new ResourceSettings { Team = "chat" });
        world.Service.Azure.Add("live", 20, _ => 400, new ResourceSettings { Team = "live" });
        world.Service.Budgets = [new(null, new Money(1400, "USD")), new("chat", new Money(400, "USD"))];
        await world.Service.RunAsync(5);
        return world;
    }

    [Fact]
    public async Task The_fleet_has_each_budget_with_its_cost_to_date_and_what_the_month_is_expected_to_cost()
    {
        await using var world = await StartWithBudgetsAsync();

        var budgets = (await GetAsync(world, "/api/fleet"))["summary"]!["budgets"]!.AsArray();

        Assert.Equal(
            [(null, 1400m, 1497.30m, 193.37m, false), ("chat", 400m, 499.10m, 64.46m, false)],
            budgets.Select(budget =>
                (
                    (string?)budget!["team"],
                    (decimal)budget["budget"]!,
                    (decimal)budget["expected"]!,
                    (decimal)budget["toDate"]!,
                    (bool)budget["isLowerBound"]!
                )
            )
        );
        Assert.All(budgets, budget => Assert.Equal(("USD", "2026-01-01"), ((string)budget!["currency"]!, (string)budget["month"]!)));
    }

    [Fact]
    public async Task The_pages_show_budgets_above_the_table_and_in_the_headings_of_teams()
    {
        await using var world = await StartWithBudgetsAsync();
        await (await world.Service.CreateDependenciesAsync()).State.Snapshots.SaveAsync(
            Chat + "2",
            ResourceSnapshot.Version,
            world.Now,
            ResourceSnapshot.Write(CreateResource(Chat + "2", 4)),
            CancellationToken.None
        );

        var page = await world.SendAsync(HttpMethod.Get, "/?group=team", null, null, null);

        // One that is not evaluated yet belongs to the default team: of the fleet, at least this much is known.
        Assert.Contains(
            "<dt>Budget</dt><dd class=\"bad\">at least 107 %</dd><dd class=\"tile-detail\">at least 1,497 USD expected of 1,400 USD "
                + "this month, at least 193 USD to date</dd>",
            page.Flat,
            StringComparison.Ordinal
        );
        Assert.Contains("<dt>Budget, chat</dt><dd class=\"bad\">125 %</dd>", page.Flat, StringComparison.Ordinal);
        Assert.Contains(
            "; budget: 499 USD expected of 400 USD in January 2026, 64 USD to date</small>",
            page.Flat,
            StringComparison.Ordinal
        );
    }
}
