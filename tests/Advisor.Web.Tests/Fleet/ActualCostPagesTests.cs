using System.Text.Json.Nodes;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Service.Tests.World;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Fleet;

/// <summary>Actual costs on the pages of the fleet and of a resource, and in /api/fleet.</summary>
public sealed class ActualCostPagesTests
{
    private static readonly CostWindow Window = new(new DateOnly(2025, 12, 3), new DateOnly(2026, 1, 1));

    private static readonly PastCost Known = new(
        Window,
        new DateTimeOffset(2026, 1, 5, 7, 0, 0, TimeSpan.Zero),
        [new Money(45.1m, "EUR")],
        new CostComparison(
            13,
            new Money(19.3m, "EUR"),
            22,
            new CostReading(18.5m, new Money(29.785m, "USD")),
            new CostReading(22, new Money(35.42m, "USD"))
        )
    );

    [Fact]
    public async Task The_fleet_has_their_sums_and_of_how_many_resources_they_are()
    {
        await using var world = await StartAsync(new CostList(), Known, Known with { Totals = [new Money(5, "EUR"), new Money(2, "USD")] });

        var page = await world.SendAsync(HttpMethod.Get, "/", null, null, null);

        // 45.10 + 5 EUR of two of four resources.
        Assert.Contains("50.10 EUR and 2.00 USD", page.Body, StringComparison.Ordinal);
        Assert.Contains("from 2025-12-03 to 2026-01-01, 2 of 4 resources", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_they_could_not_be_read_the_fleet_says_why()
    {
        var costs = new CostList { Failure = new FleetFailure("s", FailureCode.Forbidden, "Grant Cost Management Reader.") };
        await using var world = await StartAsync(costs);
        world.Service.Azure.Add("chat", 1, _ => 100);
        await world.Service.RunAsync(1);

        var page = await world.SendAsync(HttpMethod.Get, "/", null, null, null);

        Assert.Contains(
            "Actual costs could not be read, costs are estimates: Grant Cost Management Reader.",
            page.Body,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Where_those_of_a_subscription_without_resources_could_not_be_read_the_fleet_says_nothing()
    {
        await using var world = await StartAsync(new CostList(), Known);
        var state = await world.Service.OpenStateAsync();
        await state.Costs.SaveFailureAsync("left", "Grant Cost Management Reader.", world.Now, TestContext.Current.CancellationToken);

        var page = await world.SendAsync(HttpMethod.Get, "/", null, null, null);

        Assert.Contains("1 of 4 resources", page.Body, StringComparison.Ordinal);
        Assert.DoesNotContain("could not be read", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Estimates_alone_have_no_tile()
    {
        await using var world = await StartAsync(null, Known);

        Assert.DoesNotContain("Actual cost", (await world.SendAsync(HttpMethod.Get, "/", null, null, null)).Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_resource_has_its_cost_its_estimate_and_what_they_tell()
    {
        await using var world = await StartAsync(new CostList(), Known);

        var page = await world.SendAsync(
            HttpMethod.Get,
            "/resources?id=" + Uri.EscapeDataString(FleetSample.CreateId(FleetSample.GetName(0))),
            null,
            null,
            null
        );

        Assert.Contains("45.10 EUR from 2025-12-03 to 2026-01-01, read on 2026-01-05", page.Body, StringComparison.Ordinal);
        Assert.Contains("estimated 29.79 USD prorated, 35.42 USD by the maximum of each day", page.Body, StringComparison.Ordinal);
        Assert.Contains("22 unit-days billed; 18.5 prorated, 22 by the maximum of each day", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_api_has_them_for_the_fleet_and_each_resource()
    {
        await using var world = await StartAsync(new CostList(), Known);

        var fleet = JsonNode.Parse((await world.SendAsync(HttpMethod.Get, "/api/fleet", null, null, null)).Body)!;

        Assert.Equal(
            """{"from":"2025-12-03","to":"2026-01-01","totals":[{"amount":45.10,"currency":"EUR"}],"resources":1}""",
            fleet["summary"]!["actualCost"]!.ToJsonString()
        );
        var rows = fleet["resources"]!.AsArray().Where(row => row!["actualCost"] is not null).ToList();
        var row = Assert.Single(rows)!["actualCost"]!;
        var expected = JsonNode.Parse(
            """
            {"from":"2025-12-03","to":"2026-01-01","readAt":"2026-01-05T07:00:00Z",
            "totals":[{"amount":45.1,"currency":"EUR"}],
            "compared":{"days":13,"amount":19.3,"currency":"EUR","unitDays":22,
            "prorated":{"amount":29.79,"currency":"USD","unitDays":18.5},
            "dailyPeak":{"amount":35.42,"currency":"USD","unitDays":22},"nearest":"dailyPeak"}}
            """
        );
        // 29.785 is rounded as in the texts.
        Assert.True(JsonNode.DeepEquals(expected, row), row.ToJsonString());
    }

    private static async Task<ApiWorld> StartAsync(CostList? costs, params PastCost[] known)
    {
        var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        world.Service.Costs = costs;
        var state = await world.Service.OpenStateAsync();
        for (var i = 0; i < 4; i++)
        {
            await FleetSample.SaveAsync(state, FleetSample.Create(i, world.Now) with { PastCost = i < known.Length ? known[i] : null });
        }

        return world;
    }
}
