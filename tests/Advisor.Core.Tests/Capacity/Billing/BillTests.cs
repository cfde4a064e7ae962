using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Capacity.Billing;

public class BillTests
{
    private static readonly Sku Standard = TestResource.Rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!;
    private static readonly Sku Premium = TestResource.Rules.GetCatalog(ServiceKind.SignalR).Find("Premium_P1")!;

    [Fact]
    public void Messages_beyond_those_included_are_paid_by_the_million()
    {
        // One unit includes a million a day: 30 million; 42.5 million are sent, 12.5 at 1.00.
        Assert.Equal(new Money(12.5m, "USD"), MonthlyBill.ComputeOverage(Standard, 1, CreateMonth(42.5e6)));
        Assert.Equal(new Money(0m, "USD"), MonthlyBill.ComputeOverage(Standard, 1, CreateMonth(30e6)));
        Assert.Null(MonthlyBill.ComputeOverage(Standard, 1, null));
    }

    [Fact]
    public void Premium_for_Standard_costs_the_difference_for_every_unit() =>
        // 5 x 30 x (2.00 - 1.61)
        Assert.Equal(
            new Money(58.50m, "USD"),
            MonthlyBill.ComputeChange(MonthlyBill.Compute(Standard, 5, CreateMonth(1e6)), MonthlyBill.Compute(Premium, 5, CreateMonth(1e6)))
        );

    [Theory]
    [InlineData("48.30", "488.40", "537 USD (48 for units + 489 for messages)")] // 536.70
    [InlineData("48.30", "0.10", "48 USD (48 for units + 0 for messages)")]
    [InlineData("48.60", "0.60", "49 USD (49 for units + 0 for messages)")] // 49.20
    public void A_number_of_units_has_one_price_whatever_the_messages_cost_and_the_parts_add_up(
        string units,
        string messages,
        string sum
    ) => Assert.Equal(sum, CostText.FormatSum(new(CreateUsd(units), CreateUsd(messages))));

    [Theory]
    [InlineData("9679.41", "9697.84", "19")] // shown as 9,679 and 9,698; the cents make it 18.43
    [InlineData("253.50", "350.10", "96")] // shown as 254 and 350
    [InlineData("0.42", "48.30", "47.58")] // below 1 the cents are shown: 0.42 and 48
    [InlineData("97.20", "96.60", "0")] // both shown as 97
    public void The_change_shown_is_the_difference_of_the_totals_shown(string today, string after, string shown) =>
        Assert.Equal(CreateUsd(shown), CostText.RoundChange(new(CreateUsd(today), CreateUsd("0")), new(CreateUsd(after), CreateUsd("0"))));

    [Fact]
    public void Without_a_price_no_bill_is_made_up() =>
        Assert.Null(
            MonthlyBill.ComputeChange(
                MonthlyBill.Compute(Standard with { UnitPricePerDay = null }, 5, CreateMonth(1e6)),
                MonthlyBill.Compute(Standard, 4, CreateMonth(1e6))
            )
        );

    [Fact]
    public void What_a_bill_leaves_out_is_named()
    {
        Assert.Equal(CostGap.Traffic, MonthlyBill.Compute(Standard, 1, null)!.Value.Missing);
        Assert.Equal(
            CostGap.MessagePrice,
            MonthlyBill.Compute(Standard with { MillionMessagesPrice = null }, 1, CreateMonth(42.5e6))!.Value.Missing
        );
        // 1.61 x 30.
        Assert.Equal(
            new Money(48.30m, "USD"),
            MonthlyBill.Compute(Standard with { MillionMessagesPrice = null }, 1, CreateMonth(42.5e6))!.Value.Total
        );
    }

    [Fact]
    public void The_Free_tier_sells_no_messages_so_that_none_are_missing()
    {
        var free = MonthlyBill.Compute(TestResource.Rules.GetCatalog(ServiceKind.SignalR).Find("Free_F1")!, 1, CreateMonth(42.5e6))!.Value;

        Assert.Equal((CostGap.None, new Money(0, "USD")), (free.Missing, free.Total));
    }

    [Fact]
    public void Messages_of_less_than_a_day_are_the_plain_mean_of_what_was_seen()
    {
        // 30 minutes with 1,000 pieces and 30 with 3,000: 2,000 a minute. The first minute alone would say 1,000 for a day.
        ResourceState? state = null;
        Decision? last = null;
        for (var minute = 0; minute < 60; minute++)
        {
            var observation = TestResource.CreateObservation(minute, 4000, 8);
            observation = observation with { Readings = observation.Readings with { MessageCount = minute < 30 ? 1000 : 3000 } };
            (last, state, _) = TestResource.Decide(observation, state);
        }

        Assert.Equal(2000, last!.MessagesPerMinute!.Value, 9);
    }

    [Fact]
    public void A_quiet_day_leaves_no_included_messages_for_a_busy_one()
    {
        // One unit includes a million a day. 3 and 0 million: 2 and 0 are paid, a million a day, 30 a month, at 1.00. As a mean of 1.5
        // million a day only 15 would be.
        var messages = DailyMessages.Create([new(3e6, 1440), new(0, 1440)], TimeSpan.FromDays(2));

        Assert.Equal(new Money(30m, "USD"), MonthlyBill.ComputeOverage(Standard, 1, messages));
    }

    [Fact]
    public void A_day_known_in_part_counts_at_its_rate_with_the_weight_of_its_share()
    {
        // 6 hours at 1 million an hour and a whole day at 48 million: (0.25 x 24 + 48) / 1.25 = 43.2 million a day, 1 included.
        var messages = DailyMessages.Create([new(6e6, 360), new(48e6, 1440), new(0, 0)], TimeSpan.FromDays(3))!;

        Assert.Equal(43.2e6 / 1440, messages.PerMinute, 6);
        Assert.Equal(42.2e6, messages.ComputeOveragePerDay(1e6), 3);
    }

    [Fact]
    public void Without_a_known_minute_the_messages_are_unknown() => Assert.Null(DailyMessages.Create([new(0, 0)], TimeSpan.FromDays(1)));

    private static DailyMessages CreateMonth(double messages) => DailyMessages.FromRate(messages / (30 * 1440));

    private static Money CreateUsd(string amount) => new(decimal.Parse(amount), "USD");
}
