using Advisor.Core.Capacity.Costs;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Capacity.Costs;

/// <summary>What is made of the rows of Cost Management, and of which days they are asked for.</summary>
public sealed class ActualCostTests
{
    private static readonly DateTimeOffset ReadAt = new(2026, 11, 25, 18, 0, 0, TimeSpan.Zero);
    private static readonly CostWindow Window = new(new DateOnly(2026, 10, 23), new DateOnly(2026, 11, 21));

    [Theory]
    // 72 hours before 2026-11-25 18:00 is within 2026-11-22, whose costs may still come: the day before it is the last.
    [InlineData("2026-11-25T18:00:00Z", 72, "2026-10-23", "2026-11-21")]
    // A day that ended exactly that long ago is complete.
    [InlineData("2026-11-25T00:00:00Z", 72, "2026-10-23", "2026-11-21")]
    [InlineData("2026-11-24T23:59:59Z", 72, "2026-10-22", "2026-11-20")]
    // Without a lag yesterday is the last.
    [InlineData("2026-11-25T18:00:00Z", 0, "2026-10-26", "2026-11-24")]
    public void The_window_is_the_newest_30_days_whose_costs_are_complete(string now, int lag, string from, string to)
    {
        var window = CostWindow.FindComplete(
            DateTimeOffset.Parse(now, System.Globalization.CultureInfo.InvariantCulture),
            TimeSpan.FromHours(lag)
        );

        Assert.Equal((from, to), ($"{window.From:yyyy-MM-dd}", $"{window.To:yyyy-MM-dd}"));
    }

    [Fact]
    public void Rows_are_summed_by_resource_and_day_and_only_meters_of_units_count_as_units()
    {
        var costs = ActualCost.Collect(
            [
                new("/A", new(2026, 11, 2), "Standard Message", "EUR", 0.50m, 0.5m),
                new("/a", new(2026, 11, 2), "Standard Unit", "EUR", 3.00m, 2),
                new("/a", new(2026, 11, 1), "Standard Unit", "EUR", 1.50m, 1),
                new("/b", new(2026, 11, 1), "Standard Message", "EUR", 0.25m, 0.25m),
            ],
            Window,
            ReadAt
        );

        Assert.Equal(2, costs.Count);
        // The second day of /a: 0.50 + 3.00, of which 2 unit-days. /b has no meter of units: how many it used is unknown, not 0.
        Assert.Equal([new ActualCostDay(new(2026, 11, 1), "EUR", 1.50m, 1), new(new(2026, 11, 2), "EUR", 3.50m, 2)], costs[0].Days);
        Assert.Equal([new ActualCostDay(new(2026, 11, 1), "EUR", 0.25m, null)], costs[1].Days);
        Assert.Equal([new Money(5.00m, "EUR")], costs[0].SumDays());
    }

    [Fact]
    public void Currencies_are_not_added_up()
    {
        var cost = Assert.Single(
            ActualCost.Collect(
                [
                    new("/a", new(2026, 11, 1), "Standard Unit", "USD", 2, 1),
                    new("/a", new(2026, 11, 1), "Standard Unit", "EUR", 1, 1),
                    new("/a", new(2026, 11, 2), "Standard Unit", "EUR", 1, 1),
                ],
                Window,
                ReadAt
            )
        );

        Assert.Equal([new Money(2, "EUR"), new Money(2, "USD")], cost.SumDays());
        Assert.Equal("2.00 EUR and 2.00 USD", ActualCostText.FormatTotals(cost.SumDays()));
    }

    [Fact]
    public void A_resource_without_a_row_of_the_window_is_not_there()
    {
        Assert.Empty(ActualCost.Collect([], Window, ReadAt));
        Assert.Empty(ActualCost.Collect([new("/a", new(2026, 11, 22), "Standard Unit", "EUR", 1, 1)], Window, ReadAt));
    }

    [Fact]
    public void A_stated_cost_of_zero_is_a_cost()
    {
        var cost = Assert.Single(ActualCost.Collect([new("/a", new(2026, 11, 1), "Free Unit", "EUR", 0, 1)], Window, ReadAt));

        Assert.Equal([new Money(0, "EUR")], cost.SumDays());
    }

    [Fact]
    public void Sums_of_resources_are_by_currency_over_all_their_days_and_leave_out_what_is_not_known()
    {
        PastCost first = new(Window, ReadAt, [new(10, "EUR")], null);
        var second = first with { Window = new(Window.From.AddDays(1), Window.To.AddDays(1)), Totals = [new(2.5m, "EUR"), new(4, "USD")] };

        var sum = PastCostSum.Compute([first, null, second])!;

        Assert.Equal([new Money(12.5m, "EUR"), new Money(4, "USD")], sum.Totals);
        Assert.Equal((new CostWindow(Window.From, Window.To.AddDays(1)), 2), (sum.Window, sum.Resources));
        Assert.Equal(
            "12.50 EUR and 4.00 USD from 2026-10-23 to 2026-11-22, by Cost Management, of 2 of 3 resources",
            ActualCostText.Describe(sum, 3)
        );
        Assert.Equal("12.50 EUR and 4.00 USD from 2026-10-23 to 2026-11-22, by Cost Management", ActualCostText.Describe(sum, 2));
        Assert.Null(PastCostSum.Compute([null]));
    }
}
