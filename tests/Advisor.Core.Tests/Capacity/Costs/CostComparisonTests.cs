using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Quantities;
using Advisor.Core.Tests.Scaling;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests.Capacity.Costs;

/// <summary>The actual cost beside the estimate of the same days, and how a day is billed by what they show.</summary>
public sealed class CostComparisonTests
{
    private static readonly SkuCatalog Catalog = TestResource.Rules.GetCatalog(ServiceKind.SignalR);
    private static readonly DateTimeOffset ReadAt = new(2026, 11, 25, 18, 0, 0, TimeSpan.Zero);
    private static readonly CostWindow Window = new(new DateOnly(2026, 10, 23), new DateOnly(2026, 11, 21));

    // 2026-11-01 is day 20,758 since 1970. 12 hours at 2 units and 12 at 6: a mean of 4, a maximum of 6; few messages.
    private static readonly UsageDay Day = new(20758, "Standard_S1")
    {
        Minutes = 1440,
        UnitMinutes = (720 * 2) + (720 * 6),
        MaxUnits = 6,
        Pieces = 1000,
        KnownMinutes = 1440,
    };

    private static readonly UsageDay Today = Day with { Day = 20780 };

    [Fact]
    public void The_days_that_both_have_are_compared()
    {
        // Azure states the first three days of November, Advisor counted the 2nd to the 4th.
        var compared = Compare([Stated(1, 6), Stated(2, 6), Stated(3, 6)], CreateDay(1), CreateDay(2), CreateDay(3))!;

        // Two days: 2 x 9.00 actual; 2 x 4 and 2 x 6 unit-days at 1.61.
        Assert.Equal((2, new Money(18, "USD"), 12m), (compared.Days, compared.Actual, compared.UnitDays!.Value));
        Assert.Equal(new CostReading(8, new Money(12.88m, "USD")), compared.Prorated);
        Assert.Equal(new CostReading(12, new Money(19.32m, "USD")), compared.DailyPeak);
        Assert.Equal(BillingModel.DailyPeak, compared.FindNearest());
    }

    [Theory]
    // Of a day with 4 units prorated and 6 by its maximum: within a quarter of the difference of 2 is near.
    [InlineData(3.5, BillingModel.Prorated)]
    [InlineData(4.0, BillingModel.Prorated)]
    [InlineData(4.5, BillingModel.Prorated)]
    [InlineData(5.5, BillingModel.DailyPeak)]
    [InlineData(6.5, BillingModel.DailyPeak)]
    public void The_billed_units_tell_the_billing(double billed, BillingModel expected) =>
        Assert.Equal(expected, Compare([Stated(2, (decimal)billed)], CreateDay(1))!.FindNearest());

    [Theory]
    [InlineData(3.49)]
    [InlineData(4.51)]
    [InlineData(5.49)]
    [InlineData(6.51)]
    // Another unit of measure, such as hours.
    [InlineData(144)]
    public void Units_that_fit_neither_tell_nothing(double billed) =>
        Assert.Null(Compare([Stated(2, (decimal)billed)], CreateDay(1))!.FindNearest());

    // A mean of 50 and a maximum of 51 differ by exactly 2 %, which is enough.
    [Fact]
    public void Readings_that_differ_by_two_percent_tell_the_billing()
    {
        var day = CreateDay(1) with { UnitMinutes = 1440 * 50, MaxUnits = 51 };

        Assert.Equal(BillingModel.DailyPeak, Compare([Stated(2, 51)], day)!.FindNearest());
    }

    [Theory]
    // 1,440 minutes at 4 units, of which m minutes at 5: a mean of 4 + m/1440, a maximum of 5.
    // 1,327 minutes: 4.9215, a difference of 1.6 % of it, below 2 %.
    [InlineData(1327, false)]
    // 1,300 minutes: 4.9028, a difference of 1.98 %; 1,290: 4.8958, of 2.13 %.
    [InlineData(1300, false)]
    [InlineData(1290, true)]
    public void Readings_that_hardly_differ_tell_nothing(int minutes, bool tells)
    {
        var day = CreateDay(1) with { UnitMinutes = (1440 * 4) + minutes, MaxUnits = 5 };

        Assert.Equal(tells ? BillingModel.DailyPeak : null, Compare([Stated(2, 5)], day)!.FindNearest());
    }

    [Fact]
    public void A_size_that_never_changed_tells_nothing() =>
        Assert.Null(Compare([Stated(2, 6)], CreateDay(1) with { UnitMinutes = 1440 * 6 })!.FindNearest());

    [Fact]
    public void Units_that_are_not_stated_for_every_day_are_unknown()
    {
        var compared = Compare([Stated(2, 6), Stated(3, 6) with { UnitDays = null }], CreateDay(1), CreateDay(2))!;

        Assert.Equal((null, null), (compared.UnitDays, (object?)compared.FindNearest()));
    }

    [Fact]
    public void A_day_with_a_gap_of_more_than_an_hour_and_the_day_in_progress_are_not_compared()
    {
        Assert.Null(Compare([Stated(2, 6)], CreateDay(1) with { Minutes = 1379 }));
        Assert.Equal(1, Compare([Stated(2, 6)], CreateDay(1) with { Minutes = 1380 })!.Days);
        Assert.Null(CostComparison.Compute(Create(Stated(2, 6)), Catalog, [CreateDay(1)]));
    }

    [Fact]
    public void An_estimate_without_its_messages_or_price_is_unknown_and_the_units_are_still_compared()
    {
        var compared = Compare([Stated(2, 6)], CreateDay(1) with { KnownMinutes = 0 })!;

        Assert.Equal((null, 4m), (compared.Prorated.Cost, compared.Prorated.UnitDays));
        Assert.Equal(BillingModel.DailyPeak, compared.FindNearest());
        Assert.Null(Compare([Stated(2, 6)], CreateDay(1) with { Sku = "Other" }));
    }

    [Fact]
    public void Another_currency_is_shown_beside_and_does_not_disturb_the_units()
    {
        var compared = Compare([Stated(2, 6) with { Currency = "EUR" }], CreateDay(1))!;

        Assert.Equal(("EUR", "USD"), (compared.Actual.Currency, compared.Prorated.Cost!.Value.Currency));
        Assert.Equal(BillingModel.DailyPeak, compared.FindNearest());
    }

    [Fact]
    public void Every_output_says_it_in_the_same_words()
    {
        var past = PastCost.Compute(Create(Stated(2, 6), Stated(3, 6)), Catalog, [CreateDay(1), CreateDay(2), Today])!;

        Assert.Equal(
            [
                ("Actual cost", "18.00 USD from 2026-10-23 to 2026-11-21, read on 2026-11-25"),
                (
                    "Same days",
                    "2 of these days counted by Advisor: 18.00 USD; estimated 12.88 USD prorated, 19.32 USD by the maximum of each day"
                ),
                (
                    "Billed units",
                    "12 unit-days billed; 8 prorated, 12 by the maximum of each day: nearer to the maximum of each day "
                        + "(billing: dailyPeak)"
                ),
            ],
            ActualCostText.ListFacts(past)
        );
    }

    [Fact]
    public void Without_a_counted_day_only_the_actual_cost_is_said()
    {
        var past = PastCost.Compute(Create(Stated(2, 6)), Catalog, [Today])!;

        Assert.Equal(["Actual cost"], ActualCostText.ListFacts(past).Select(fact => fact.Name));
        Assert.Null(PastCost.Compute(null, Catalog, [Today]));
    }

    [Fact]
    public void Bills_of_either_kind_are_told_apart_whatever_the_sizes()
    {
        // Sizes of any days, billed exactly by one model: that model is found, or nothing where the two are the same.
        var sizes = Gen.Choose(1, 100).Select(units => units).ListOf(2).NonEmptyListOf();
        Prop.ForAll(
                Arb.From(sizes),
                days =>
                {
                    var counted = days.Take(20)
                        .Select(
                            (pair, index) =>
                                CreateDay(index) with
                                {
                                    UnitMinutes = (pair[0] * 720) + (pair[1] * 720),
                                    MaxUnits = Math.Max(pair[0], pair[1]),
                                }
                        )
                        .ToArray();
                    foreach (var billing in Enum.GetValues<BillingModel>())
                    {
                        var bill = counted.Select(day =>
                            Stated(day.Date.Day, billing == BillingModel.DailyPeak ? day.MaxUnits : day.UnitMinutes / 1440m)
                        );
                        var compared = Compare([.. bill], counted)!;
                        var differs = compared.DailyPeak.UnitDays - compared.Prorated.UnitDays >= compared.Prorated.UnitDays * 0.02m;
                        Assert.Equal(differs ? billing : null, compared.FindNearest());
                    }
                }
            )
            .QuickCheckThrowOnFailure();
    }

    private static UsageDay CreateDay(int index) => Day with { Day = Day.Day + index };

    // 1.50 a unit-day, which is not the list price.
    private static ActualCostDay Stated(int day, decimal units) => new(new DateOnly(2026, 11, day), "USD", 1.50m * units, units);

    private static ActualCost Create(params IReadOnlyList<ActualCostDay> days) => new("/a", Window, ReadAt, days);

    private static CostComparison? Compare(IReadOnlyList<ActualCostDay> stated, params IReadOnlyList<UsageDay> days) =>
        CostComparison.Compute(Create(stated), Catalog, [.. days, Today]);
}
