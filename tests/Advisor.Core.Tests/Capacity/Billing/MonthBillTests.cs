using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Capacity.Billing;

public class MonthBillTests
{
    private const int Day = 1440;
    private static readonly SkuCatalog Catalog = TestResource.Rules.GetCatalog(ServiceKind.SignalR);
    private static readonly DateOnly First = new(2026, 11, 1);

    [Fact]
    public void A_month_costs_what_was_counted_and_its_rest_what_the_last_week_cost()
    {
        // 4 units at 1.61 and 10 million messages of which 4 are included: 6.44 + 6 a day. 10 days and half of the 11th, on which 5 million
        // are sent so far (1 paid): 70.84 units and 61 messages. Expected: 30 days of 12.44.
        var bill = Compute([.. CreateDays(First, 10, 4, 10e6), CreateDay(First.AddDays(10), 4, 5e6, Day / 2)])!;

        Assert.Equal((CreateUsd(70.84m), CreateUsd(61m)), (bill.ToDate.Units, bill.ToDate.Messages!.Value));
        Assert.Equal((CreateUsd(193.20m), CreateUsd(180m)), (bill.Expected.Units, bill.Expected.Messages!.Value));
        Assert.Equal((First, 0, null), (bill.Month, bill.EstimatedDays, bill.LastMonth));
    }

    [Fact]
    public void The_change_since_last_month_is_known_when_all_of_its_days_are()
    {
        // October has 31 days at 2 units, 99.82 USD; November expects 30 days at 4, 193.20.
        UsageDay[] days =
        [
            .. CreateDays(First.AddMonths(-1), 31, 2, 0),
            .. CreateDays(First, 20, 4, 0),
            CreateDay(First.AddDays(20), 4, 0, 60),
        ];

        Assert.Equal((CreateUsd(99.82m), CreateUsd(93.38m)), (Compute(days)!.LastMonth!.Value.Total, Compute(days)!.Change!.Value));
        Assert.Null(Compute(days[1..])!.LastMonth);
    }

    [Fact]
    public void Days_before_the_history_cost_as_much_as_the_counted_ones()
    {
        // Counted from the 15th: 14 days are estimated. 19 days at 6.44, and the 20th as a peak day costs its maximum at once.
        var bill = Compute([.. CreateDays(First.AddDays(14), 5, 4, 0), CreateDay(First.AddDays(19), 4, 0, 60)])!;

        Assert.Equal((14, CreateUsd(128.80m)), (bill.EstimatedDays, bill.ToDate.Total));
    }

    [Fact]
    public void A_first_day_counted_in_part_costs_as_much_as_the_whole_ones()
    {
        // Counted from the 15th, 18:00, at 8 units: 15 days are estimated at 6.44.
        UsageDay[] days = [CreateDay(First.AddDays(14), 8, 0, 360), .. CreateDays(First.AddDays(15), 4, 4, 0)];

        var bill = Compute([.. days, CreateDay(First.AddDays(19), 4, 0, 60)])!;

        Assert.Equal((15, CreateUsd(128.80m)), (bill.EstimatedDays, bill.ToDate.Total));
    }

    // November 2026 begins on a Sunday. Weekdays 10 million messages of which 4 are included, 6 USD; weekends 5 million, 1 USD. On Saturday
    // the 28th at 23:00: 20 weekdays, 8 weekend days with today, then Sunday and Monday: 20 x 6 + 8 + 1 + 6.
    [Fact]
    public void A_quiet_day_is_expected_to_end_as_the_one_a_week_before_and_so_are_the_days_to_come()
    {
        var days = Enumerable
            .Range(0, 27)
            .Select(First.AddDays)
            .Select(date => CreateDay(date, 4, IsWeekend(date) ? 5e6 : 10e6, Day))
            .ToList();
        static bool IsWeekend(DateOnly date) => date.DayOfWeek is DayOfWeek.Saturday or DayOfWeek.Sunday;

        var bill = Compute([.. days, CreateDay(First.AddDays(27), 4, 4.8e6, 23 * 60)])!;

        Assert.Equal(CreateUsd(135m), bill.Expected.Messages!.Value);
    }

    // From 18:00 on the 15th at 0, to 18:00 on the 16th at 10 million: a day of 10 million, of which 4 are included. 6.44 + 6 a day.
    [Fact]
    public void Two_days_counted_in_part_cost_what_their_minutes_together_do()
    {
        var bill = Compute([CreateDay(First.AddDays(14), 4, 0, 360), CreateDay(First.AddDays(15), 4, 10e6, 1080)])!;

        // 15 days are estimated. Of the 16th, 10 million of which 4 are included.
        Assert.Equal((15, CreateUsd(96m)), (bill.EstimatedDays, bill.ToDate.Messages!.Value));
        Assert.Equal((CreateUsd(193.20m), CreateUsd(180m)), (bill.Expected.Units, bill.Expected.Messages!.Value));
    }

    // The first day lacks its hours to 06:00; today, counted to noon at 24 million a day, lends it 6 of its 12: 6 million of 15 + 6.
    [Fact]
    public void Today_stands_for_the_uncounted_minutes_of_the_first_day_only()
    {
        var bill = Compute([CreateDay(First, 4, 15e6, 1080), CreateDay(First.AddDays(1), 4, 12e6, 720)])!;

        // 17 million of 21 are beyond the included ones, on each of 30 days.
        Assert.Equal(CreateUsd(510m), bill.Expected.Messages!.Value);
    }

    // Two hours of the history, which began at 10:00, were not counted.
    [Fact]
    public void Hours_that_are_missing_in_the_history_are_not_said_to_be_before_it()
    {
        UsageDay[] days = [CreateDay(First, 4, 1e6, 8 * 60) with { PassedMinutes = 20 * 60, MinutesBefore = 10 * 60 }];

        Assert.Equal(10, MonthBill.Compute(Catalog, BillingModel.Prorated, days)!.EstimatedHours);
    }

    // One hour at 19:00 on the 1st, at 24 million a day: 20 hours to date are 20 million, of which 4 are included, and 20/24 of 6.44.
    [Fact]
    public void Hours_of_today_before_the_history_cost_as_much_as_the_counted_ones()
    {
        UsageDay[] days = [CreateDay(First, 4, 1e6, 60) with { PassedMinutes = 20 * 60, MinutesBefore = 19 * 60 }];
        var bill = MonthBill.Compute(Catalog, BillingModel.Prorated, days)!;

        Assert.Equal((CreateUsd(5.37m), CreateUsd(16m)), (bill.ToDate.Units, bill.ToDate.Messages!.Value));
        Assert.Equal((CreateUsd(193.20m), CreateUsd(600m)), (bill.Expected.Units, bill.Expected.Messages!.Value));
        Assert.Equal(
            "21 USD (5 for units + 16 for messages) to date in November 2026, expected 793 USD; 19 hours before the history estimated",
            CostText.DescribeMonth(bill)
        );
    }

    [Fact]
    public void Units_by_the_second_cost_their_mean_and_by_day_their_maximum()
    {
        // 12 hours at 2 units and 12 at 6: a mean of 4 at 6.44, a maximum of 6 at 9.66.
        var day = CreateDay(First, 2, 0, Day / 2).Add(new UsageInterval(Day / 2, 0, null, "Standard_S1", 6));

        Assert.Equal(CreateUsd(6.44m), MonthBill.Compute(Catalog, BillingModel.Prorated, [day])!.ToDate.Total);
        Assert.Equal(CreateUsd(9.66m), MonthBill.Compute(Catalog, BillingModel.DailyPeak, [day])!.ToDate.Total);
    }

    [Fact]
    public void The_month_is_said_in_one_sentence() =>
        Assert.Equal(
            "135 USD (135 for units + 0 for messages) to date in November 2026, expected 193 USD, +93 USD since October",
            CostText.DescribeMonth(
                Compute([
                    .. CreateDays(First.AddMonths(-1), 31, 2, 0),
                    .. CreateDays(First, 20, 4, 0),
                    CreateDay(First.AddDays(20), 4, 0, 60),
                ])!
            )
        );

    // Prices of the user's for Standard_S1 alone. 5 days of Premium_P1, then 14 of 4 units at 6.44, and the 20th as a peak day: 15 x 6.44
    // to date, and 10 days to come.
    [Fact]
    public void Days_at_a_size_without_a_price_leave_the_bill_a_lower_bound()
    {
        var catalog = Catalog.WithSkus([
            .. Catalog.Skus.Select(sku => sku.Name == "Premium_P1" ? sku with { UnitPricePerDay = null } : sku),
        ]);
        UsageDay[] days =
        [
            .. CreateDays(First, 5, 4, 0).Select(day => day with { Sku = "Premium_P1" }),
            .. CreateDays(First.AddDays(5), 14, 4, 0),
            CreateDay(First.AddDays(19), 4, 0, 60),
        ];
        var bill = MonthBill.Compute(catalog, BillingModel.DailyPeak, days)!;

        Assert.Equal((CreateUsd(96.60m), CreateUsd(161m), 0), (bill.ToDate.Total, bill.Expected.Total, bill.EstimatedDays));
        Assert.Equal(
            "at least 97 USD (97 for units + 0 for messages) to date in November 2026, expected at least 161 USD; without the days at a "
                + "size that has no price",
            CostText.DescribeMonth(bill)
        );

        // Without a price for messages either, as where a price of the user's is that of a unit alone: messages are not 0.
        var units = Catalog.WithSkus([.. catalog.Skus.Select(sku => sku with { MillionMessagesPrice = null })]);
        var alone = MonthBill.Compute(units, BillingModel.DailyPeak, days)!;
        Assert.Equal((CreateUsd(96.60m), (Money?)null), (alone.ToDate.Total, alone.ToDate.Messages));
        Assert.Equal(
            "at least 97 USD for units; messages not included to date in November 2026, expected at least 161 USD; without the days at a "
                + "size that has no price",
            CostText.DescribeMonth(alone)
        );

        // Of the month before they are no part of the bill.
        UsageDay[] before = [.. CreateDays(First.AddDays(-1), 1, 4, 0).Select(day => day with { Sku = "Premium_P1" }), .. days[5..]];
        Assert.Equal(CostGap.None, MonthBill.Compute(catalog, BillingModel.DailyPeak, before)!.Expected.Missing);
        Assert.Null(MonthBill.Compute(catalog, BillingModel.DailyPeak, days[..5]));
    }

    [Fact]
    public void A_bill_is_said_per_1000_connections_and_per_million_messages()
    {
        // 253.20 USD for 5,000 connections and 30,000 messages a minute, 1,296 million a month; 30,000 x 2,048 bytes / 60 s.
        var (cost, messages) = (new MonthlyCost(CreateUsd(241.50m), CreateUsd(11.70m)), DailyMessages.FromRate(30_000));

        Assert.Equal("51 USD per 1,000 connections, 0.20 USD per million messages", CostText.DescribeRates(cost, 5000, messages));
        Assert.Equal(
            "5,000 connections and 30,000 messages of 2 KB a minute (1.02 MB/s) on average",
            CostText.DescribeUsage(5000, messages)
        );
        Assert.Null(CostText.DescribeRates(cost, 0, null));
        Assert.Null(CostText.DescribeUsage(null, null));
    }

    [Fact]
    public void A_day_whose_messages_are_not_known_sent_as_many_as_the_others()
    {
        // As above, 6 USD of messages a day; of the 4th no message metric is known. 10 days and 1 million paid on the 11th: 61.
        UsageDay[] days = [.. CreateDays(First, 10, 4, 10e6), CreateDay(First.AddDays(10), 4, 5e6, Day / 2)];
        days[3] = days[3] with { Pieces = 0, KnownMinutes = 0 };
        var bill = Compute(days)!;

        Assert.Equal((CreateUsd(70.84m), CreateUsd(61m), 1), (bill.ToDate.Units, bill.ToDate.Messages!.Value, bill.EstimatedDays));
        Assert.Equal(CreateUsd(180m), bill.Expected.Messages!.Value);

        // Of October, 31 days of 6 USD.
        UsageDay[] october = [.. CreateDays(First.AddMonths(-1), 31, 4, 10e6)];
        october[10] = october[10] with { Pieces = 0, KnownMinutes = 0 };
        Assert.Equal(CreateUsd(186m), Compute([.. october, .. days])!.LastMonth!.Value.Messages!.Value);
    }

    // 5 million pieces in the half day that was counted, 4 million of them included; known are those of every other minute.
    [Fact]
    public void Minutes_of_today_whose_messages_are_not_known_sent_as_many_as_the_others()
    {
        UsageDay[] days = [.. CreateDays(First, 10, 4, 10e6), CreateDay(First.AddDays(10), 4, 5e6, Day / 2)];
        days[^1] = days[^1] with { Pieces = 2.5e6, KnownMinutes = Day / 4 };

        Assert.Equal(CreateUsd(61m), Compute(days)!.ToDate.Messages!.Value);
    }

    // 4 units since noon of the 11th, counted from then to noon of the 20th. A day by its maximum is 6.44: 10 days, and 20 to the end of
    // the month. Prorated, the 11th and the 20th are halves: 9 days to date, and 19.5 to the end.
    [Theory]
    [InlineData(BillingModel.DailyPeak, 64.40, 128.80)]
    [InlineData(BillingModel.Prorated, 57.96, 125.58)]
    public void A_resource_is_billed_from_its_creation_on(BillingModel billing, double toDate, double expected)
    {
        UsageDay[] days =
        [
            CreateDay(First.AddDays(10), 4, 0, Day / 2),
            .. CreateDays(First.AddDays(11), 8, 4, 0),
            CreateDay(First.AddDays(19), 4, 0, Day / 2),
        ];
        var bill = MonthBill.Compute(Catalog, billing, days, CreateTime(11, 12))!;

        Assert.Equal((CreateUsd((decimal)toDate), CreateUsd((decimal)expected)), (bill.ToDate.Total, bill.Expected.Total));
        Assert.Equal((0, First.AddDays(10)), (bill.EstimatedDays, bill.CreatedOn));
        Assert.EndsWith("; created on November 11", CostText.DescribeMonth(bill), StringComparison.Ordinal);
    }

    // The history begins on the 15th; the resource was there since noon of the 11th: the rest of that day and 3 more are estimated, 3.5
    // days of 6.44, and 5.5 of the 15th to noon of the 20th. Messages of 10 million a day, 4 of them included: 6 USD, and 1 of 5 million.
    [Fact]
    public void Days_between_the_creation_and_the_history_cost_as_much_as_the_counted_ones()
    {
        UsageDay[] days = [.. CreateDays(First.AddDays(14), 5, 4, 10e6), CreateDay(First.AddDays(19), 4, 5e6, Day / 2)];
        var bill = MonthBill.Compute(Catalog, BillingModel.Prorated, days, CreateTime(11, 12))!;

        Assert.Equal((CreateUsd(57.96m), CreateUsd(52m)), (bill.ToDate.Units, bill.ToDate.Messages!.Value));
        Assert.Equal(4, bill.EstimatedDays);
    }

    // An hour at 18:00 on the 1st, at 24 million a day: of the 4 million that a day includes, a fourth is for the 6 hours that are left,
    // and 1 was sent. The day will be a fourth of 6.44 and of 20 million; 29 more are whole.
    [Fact]
    public void A_resource_of_an_hour_is_billed_for_an_hour()
    {
        UsageDay[] days = [CreateDay(First, 4, 1e6, 60) with { PassedMinutes = 19 * 60, MinutesBefore = 18 * 60 }];
        var bill = MonthBill.Compute(Catalog, BillingModel.Prorated, days, CreateTime(1, 18))!;

        Assert.Equal((CreateUsd(0.27m), CreateUsd(0)), (bill.ToDate.Units, bill.ToDate.Messages!.Value));
        Assert.Equal((CreateUsd(188.37m), CreateUsd(585m)), (bill.Expected.Units, bill.Expected.Messages!.Value));
        Assert.Equal((0, 0), (bill.EstimatedDays, bill.EstimatedHours));
    }

    // The first five days of one that was deleted then, counted from 18:00 on the 2nd, and from noon of the 10th on another one under its
    // id: 5 + 11 days of 6.44, of which the first two are estimated.
    [Fact]
    public void Days_between_two_resources_of_an_id_cost_nothing()
    {
        UsageDay[] days =
        [
            CreateDay(First.AddDays(1), 4, 0, 360),
            .. CreateDays(First.AddDays(2), 3, 4, 0),
            CreateDay(First.AddDays(9), 4, 0, Day / 2),
            .. CreateDays(First.AddDays(10), 9, 4, 0),
            CreateDay(First.AddDays(19), 4, 0, Day / 2),
        ];
        var bill = MonthBill.Compute(Catalog, BillingModel.DailyPeak, days, CreateTime(10, 12))!;

        Assert.Equal((CreateUsd(103.04m), 2), (bill.ToDate.Total, bill.EstimatedDays));
    }

    // 100 units at 161 a day for five days, and from noon of the 10th on 4 at 6.44, whose first day is in progress: 21 days to the end.
    [Fact]
    public void The_days_to_come_cost_what_the_new_resource_costs()
    {
        UsageDay[] days = [.. CreateDays(First, 5, 100, 0), CreateDay(First.AddDays(9), 4, 0, 60) with { PassedMinutes = 13 * 60 }];
        var bill = MonthBill.Compute(Catalog, BillingModel.DailyPeak, days, CreateTime(10, 12))!;

        Assert.Equal((CreateUsd(811.44m), CreateUsd(940.24m)), (bill.ToDate.Total, bill.Expected.Total));
    }

    // 100 units until 4 replaced them at noon of the 10th, every minute counted: that day had both, and says nothing of those to come.
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void A_day_on_which_one_resource_replaced_another_is_not_like_those_to_come(int daysSince)
    {
        UsageDay[] days =
        [
            .. CreateDays(First, 9, 100, 0),
            CreateDay(First.AddDays(9), 100, 0, Day / 2).Add(new UsageInterval(Day / 2, 0, null, "Standard_S1", 4)),
            .. CreateDays(First.AddDays(10), daysSince, 4, 0),
            CreateDay(First.AddDays(10 + daysSince), 4, 0, 60),
        ];
        var bill = MonthBill.Compute(Catalog, BillingModel.DailyPeak, days, CreateTime(10, 12))!;

        // 10 days of 161, and 20 of 6.44.
        Assert.Equal(CreateUsd(1738.80m), bill.Expected.Total);
    }

    [Theory]
    [InlineData("2026-11-20T12:00:00Z")]
    [InlineData("2026-10-31T23:59:59Z")]
    [InlineData("2099-01-01T00:00:00Z")]
    public void A_creation_after_the_counted_minutes_is_not_believed_and_one_before_the_month_changes_nothing(string createdAt)
    {
        UsageDay[] days = [.. CreateDays(First.AddDays(14), 5, 4, 0), CreateDay(First.AddDays(19), 4, 0, Day / 2)];

        Assert.Equal(Compute(days), MonthBill.Compute(Catalog, BillingModel.DailyPeak, days, DateTimeOffset.Parse(createdAt)));
    }

    private static DateTimeOffset CreateTime(int day, int hour) => new(2026, 11, day, hour, 0, 0, TimeSpan.Zero);

    private static MonthBill? Compute(UsageDay[] days) => MonthBill.Compute(Catalog, BillingModel.DailyPeak, days);

    private static IEnumerable<UsageDay> CreateDays(DateOnly from, int count, int units, double pieces) =>
        Enumerable.Range(0, count).Select(day => CreateDay(from.AddDays(day), units, pieces, Day));

    private static UsageDay CreateDay(DateOnly date, int units, double pieces, int minutes) =>
        new UsageDay(date.DayNumber - DateOnly.FromDateTime(DateTime.UnixEpoch).DayNumber, "Standard_S1").Add(
            new UsageInterval(minutes, pieces / minutes, null, "Standard_S1", units)
        );

    private static Money CreateUsd(decimal amount) => new(amount, "USD");
}
