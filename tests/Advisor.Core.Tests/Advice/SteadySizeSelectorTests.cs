using Advisor.Configuration.Schedules;
using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Explanations;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Advice;

public class SteadySizeSelectorTests
{
    private const int Day = 1440;

    // Monday, 5 January 2026, 00:00 UTC.
    private static readonly int Monday = Minutes.ToNumber(new DateTimeOffset(2026, 1, 5, 0, 0, 0, TimeSpan.Zero));

    private static readonly Sku Standard = new(
        "Standard_S1",
        "Standard",
        new UnitLadder([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 60]),
        1000,
        0,
        null,
        null,
        false
    );

    [Fact]
    public void The_next_hour_raises_no_size_while_the_size_is_full()
    {
        // The highest requirement, 4 units on the first day, is known; the size has been full for the last 10 minutes.
        var history = Create(14 * Day, minute => minute < 60 ? 4 : 1);
        for (var minute = 14 * Day; minute < (14 * Day) + 10; minute++)
        {
            history = history.Append(Monday + minute, UnitsCode.Encode(3), isLowerBound: true);
        }

        Assert.Equal(3, Select(history, expectedSoon: 7.2)!.Units);
    }

    private static readonly Sku Next = new("Premium_P2", "Premium", new UnitLadder([60, 200, 300]), 1000, 0, new(2, "USD"), null, true);

    [Theory]
    [InlineData(4)]
    [InlineData(9)]
    [InlineData(15)]
    [InlineData(21)]
    public void A_daily_load_has_one_steady_size_whatever_the_hour(int hour)
    {
        // 2.2 to 8.9 units a day. At 8 units a fifth of the minutes need 9, at ten times 9 units: 18 a minute, for one unit less.
        var steady = Select(Create(14 * Day + (hour * 60), minute => 5.55 - (3.35 * Math.Cos(2 * Math.PI * minute / Day))))!;

        Assert.Equal((9, 0), (steady.Units, steady.Chosen.OverloadedMinutes));
        Assert.False(steady.IsRaised);
        Assert.Equal(8.9, steady.Peak.Units, 2);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(16)]
    public void A_load_beyond_the_largest_size_keeps_it_whatever_the_hour(int hour)
    {
        // 66 units by day, 28 at night, of at most 60. What no size carries is overload of every smaller one: 10 x 60 x 18 hours.
        var steady = Select(Create((14 * Day) + (hour * 60), minute => minute % Day is >= 300 and < 1380 ? 66 : 28))!;

        Assert.Equal((60, true, false), (steady.Units, steady.NoneSuffices(), steady.IsRaised));
    }

    [Theory]
    [InlineData(13 * Day + 720)] // Sunday noon
    [InlineData(14 * Day + 545)] // Monday 9:05
    public void An_office_needs_the_same_on_a_Sunday_and_on_a_Monday(int minutes) =>
        Assert.Equal(8, Select(Create(minutes, minute => minute / Day % 7 < 5 && minute % Day is >= 540 and < 1020 ? 7.2 : 0.7))!.Units);

    [Fact]
    public void An_hour_that_does_not_repeat_is_named_and_not_paid_for()
    {
        // 60 minutes x 60 units x 10 = 36,000 against 52 units x 20,160 minutes.
        var steady = Select(Create(14 * Day, minute => minute is >= 8 * Day and < (8 * Day) + 60 ? 60 : 7.5))!;

        Assert.Equal((8, 60, 60), (steady.Units, steady.Chosen.OverloadedMinutes, steady.Chosen.BeyondLimitMinutes));
        Assert.Equal(new DateOnly(2026, 1, 13), steady.UnrepeatedDay);
        Assert.Equal(Minutes.ToInstant(Monday + (8 * Day)), steady.Chosen.WorstHour);
    }

    // Half an hour on both sides of midnight UTC, which is 13:00 in Auckland: one day there, two days of UTC.
    [Theory]
    [InlineData("Pacific/Auckland", 13)]
    [InlineData("UTC", null)]
    public void The_day_of_an_hour_that_does_not_repeat_is_that_of_the_zone_of_the_resource(string zone, int? day)
    {
        var steady = Select(
            Create(14 * Day, minute => minute is >= (8 * Day) - 30 and < (8 * Day) + 30 ? 60 : 7.5),
            input => input with { Zone = IanaTimeZones.Find(zone) }
        )!;

        Assert.Equal((8, day is { } known ? new DateOnly(2026, 1, known) : (DateOnly?)null), (steady.Units, steady.UnrepeatedDay));
    }

    // 23:00 UTC of Tuesday 13 January to 01:00 is one evening in New York; the peak in the same text is in UTC.
    [Fact]
    public void The_day_that_does_not_repeat_names_its_time_zone()
    {
        var steady = Select(
            Create(14 * Day, minute => minute is >= (9 * Day) - 60 and < (9 * Day) + 60 ? 60 : 7.5),
            input => input with { Zone = IanaTimeZones.Find("America/New_York") }
        )!;

        Assert.Contains(
            " 120 minutes on 13 Jan (America/New_York) needed up to 60;",
            SteadySentences.Describe(steady, 8),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_minute_in_which_the_size_was_full_refused_clients_at_that_size_and_not_at_the_next()
    {
        // Four full units show 4 / 0.9 = 4.44, which is their limit of 4 / 0.9: more was wanted. Five admit 5 / 0.9 = 5.56.
        var history = RequiredUnitsHistory.Empty;
        for (var minute = 0; minute < 14 * Day; minute++)
        {
            var isFull = minute % Day < 30;
            history = history.Append(Monday + minute, UnitsCode.Encode(isFull ? 4 / 0.9 : 2), isFull);
        }

        var steady = Select(history)!;
        Assert.Equal((14 * 30, 0), (steady.Find(4)!.BeyondLimitMinutes, steady.Find(5)!.BeyondLimitMinutes));

        // Half as much again, 6.67, is more than six units, in the first half hour of each day.
        Assert.Equal((14 * 30, true), (steady.FullMinutes, steady.IsPeakBound));
        Assert.Equal((14 * 30, 0), (steady.Find(6)!.OverloadedMinutes, steady.Find(7)!.OverloadedMinutes));
        Assert.Equal(Minutes.ToInstant(Monday + (13 * Day)), steady.Find(6)!.WorstHour);
    }

    [Fact]
    public void An_hour_of_every_day_is_not_called_unrepeated() =>
        Assert.Null(Select(Create(14 * Day, minute => minute % Day < 10 ? 20 : 7.5))!.UnrepeatedDay);

    [Theory]
    // Hours of the week from Monday 00:00 on that need so many units; all others need 1.5, which 2 units carry. Of 21 weighed days they
    // cost at most 10 x 10 x 180 minutes x 3, less than 1,440 x 8 x 21.
    [InlineData(10, new[] { 164, 165 }, null, "sun 20:00-22:00 UTC")]
    [InlineData(10, new[] { 164, 165 }, "Europe/Berlin", "sun 21:00-23:00 Europe/Berlin")]
    [InlineData(10, new[] { 143, 144 }, null, "sat 23:00-01:00 UTC")] // past midnight
    [InlineData(10, new[] { 23 }, null, "mon 23:00-24:00 UTC")]
    [InlineData(10, new[] { 9, 33, 34 }, null, "mon,tue 09:00-11:00 UTC")]
    [InlineData(10, new[] { 9, 164 }, null, "sun 20:00-21:00 UTC")] // one of two that lie apart
    [InlineData(2.2, new[] { 164 }, null, null)] // above the target of 2 units, within the limit of 2 / 0.9
    public void Hours_that_need_far_more_each_week_are_named(double peak, int[] hours, string? zone, string? expected)
    {
        var steady = Select(
            Create(14 * Day, minute => hours.Contains(minute / 60 % 168) ? peak : 1.5),
            input => input with { Zone = zone is null ? null : IanaTimeZones.Find(zone) }
        )!;

        Assert.Equal(2, steady.Units);
        Assert.Equal(expected, steady.RecurringPeak?.FormatHours());
        Assert.Equal(expected is null ? null : 10, steady.RecurringPeak?.Units);
    }

    [Theory]
    // The hour before from the minute on that leaves so many minutes above the limit on each Sunday.
    [InlineData(46, "sun 20:00-22:00 UTC")] // 14
    [InlineData(45, "sun 19:00-22:00 UTC")] // 15
    public void An_hour_beside_the_peak_counts_from_a_quarter_of_it_on(int from, string expected) =>
        Assert.Equal(
            expected,
            Select(Create(14 * Day, minute => minute % (7 * Day) is var at && at >= (163 * 60) + from && at < 166 * 60 ? 10 : 1.5))!
                .RecurringPeak!.FormatHours()
        );

    [Fact]
    public void A_full_size_recurs_where_it_refused_clients_and_needs_what_it_counts_as()
    {
        // Full at 2 units, 2.22 at a target of 90 %, on two Sundays for two hours: counted 1.5 times, 3.33, which 4 units carry.
        var peak = Select(CreateFull(1.5))!.RecurringPeak!;
        Assert.Equal(("sun 20:00-22:00 UTC", 4), (peak.FormatHours(), peak.Units));

        // Where 3 units are kept, none is known to have been refused: 2.22 x 1.05 is below 3 / 0.9.
        Assert.Null(Select(CreateFull(2.5))!.RecurringPeak);

        static RequiredUnitsHistory CreateFull(double otherwise)
        {
            var history = RequiredUnitsHistory.Empty;
            for (var minute = 0; minute < 14 * Day; minute++)
            {
                var isFull = minute / 60 % 168 is 164 or 165;
                history = history.Append(Monday + minute, UnitsCode.Encode(isFull ? 2 / 0.9 : otherwise), isFull);
            }

            return history;
        }
    }

    [Fact]
    public void Minutes_of_every_day_recur_and_those_of_one_week_do_not()
    {
        Assert.Equal(
            "daily 12:00-13:00 UTC",
            Select(Create(14 * Day, minute => minute % Day is >= 720 and < 740 ? 10 : 1.5))!.RecurringPeak!.FormatHours()
        );
        Assert.Null(Select(Create(14 * Day, minute => minute is > 9 * Day and < (9 * Day) + 60 ? 10 : 1.5))!.RecurringPeak);

        // The largest size is kept, and no schedule has more.
        Assert.Null(Select(Create(14 * Day, _ => 70))!.RecurringPeak);
    }

    [Theory]
    [InlineData(null, 8)]
    [InlineData(0.01, 8)] // 60 of 20,160 minutes are 0.3 %
    [InlineData(0.001, 60)]
    [InlineData(0.0, 60)]
    public void A_stricter_share_of_overload_takes_the_size_that_keeps_it(double? share, int units) =>
        Assert.Equal(
            units,
            Select(
                Create(14 * Day, minute => minute is >= 8 * Day and < (8 * Day) + 60 ? 60 : 7.5),
                input => input with { MaxOverload = share is { } value ? new Ratio(value) : null }
            )!.Units
        );

    [Theory]
    [InlineData(4, 3)]
    [InlineData(5, 20)]
    public void What_five_minutes_in_a_row_required_is_required_now(int minutes, int units)
    {
        var steady = Select(Create((14 * Day) + minutes, minute => minute >= 14 * Day ? 18 : 2.5))!;

        Assert.Equal((units, units == 20), (steady.Units, steady.IsRaised));
    }

    [Theory]
    // So many minutes a day of the newest week need 10 units, all others 2.5. Seven days count twice and seven once, 21 days:
    // 3 units 3 x 1,440 x 21 + 10 x 10 x minutes x 14, 10 units 10 x 1,440 x 21 = 302,400.
    [InlineData(151, 3)] // 302,120
    [InlineData(152, 10)] // 303,520
    public void The_newest_week_counts_twice(int minutes, int units) =>
        Assert.Equal(units, Select(Create(14 * Day, minute => minute >= 7 * Day && minute % Day < minutes ? 10 : 2.5))!.Units);

    [Fact]
    public void Only_the_hours_to_size_for_count()
    {
        static double Load(int minute) => minute % Day is >= 540 and < 1020 ? 7.2 : 8.5;
        var steady = Select(
            Create(14 * Day, Load),
            input => input with { IsIncluded = minute => (minute - Monday) % Day is >= 540 and < 1020 }
        )!;

        Assert.Equal((8, 0), (steady.Units, steady.Chosen.OverloadedMinutes));
        Assert.Equal(9, Select(Create(14 * Day, Load))!.Units);
    }

    [Theory]
    [InlineData(1, 2, 1)] // 2 Mondays of 8 hours
    [InlineData(5, 10, 5)] // Mondays to Fridays
    public void Hours_to_size_for_are_known_where_the_days_are(int weekdays, int days, int tested)
    {
        // 6.7 units in office hours, 8.9 for half an hour after them on Fridays; asked at the end of the second Sunday.
        bool IsIncluded(int minute) => minute / Day % 7 < weekdays && minute % Day is >= 540 and < 1020;
        double Load(int minute) =>
            minute / Day % 7 == 4 && minute % Day is >= 1050 and < 1080 ? 8.9
            : minute / Day % 7 < 5 && minute % Day is >= 540 and < 1020 ? 6.7
            : 0.3;

        var steady = Select(Create(14 * Day, Load), input => input with { IsIncluded = minute => IsIncluded(minute - Monday) })!;

        Assert.Equal((7, days * 480, 14 * Day), (steady.Units, steady.KnownMinutes, steady.HistoryMinutes));
        Assert.Equal((1, false), (steady.KnownShare.Value, steady.IsAdvisory));
        Assert.Equal(new SteadyTrials(tested, tested), steady.Trials);

        // The newest minute of the hours with the highest requirement.
        Assert.Equal(6.7, steady.Peak.Units, 2);
        Assert.Equal(Monday + ((6 + weekdays) * Day) + 1019, Minutes.ToNumber(steady.Peak.At));
    }

    [Theory]
    [InlineData(1000, 9)] // 16:40, with hours until 17:00
    [InlineData(1020, 8)]
    public void The_next_hour_raises_the_size_only_within_the_hours_to_size_for(int minutes, int units) =>
        Assert.Equal(
            units,
            Select(
                Create((14 * Day) + minutes, _ => 7.2),
                input => input with { IsIncluded = minute => (minute - Monday) % Day is >= 540 and < 1020 },
                expectedSoon: 8.5
            )!.Units
        );

    [Fact]
    public void With_less_than_a_week_it_is_advisory_and_untested()
    {
        var steady = Select(Create(3 * Day, _ => 2.5))!;

        // 3 of 14 days, one of two before the first trial.
        Assert.Equal((true, 0), (steady.IsAdvisory, steady.Trials.Days));
        Assert.Equal(3.0 / 14 / 2, steady.Confidence.Value, 9);
    }

    [Fact]
    public void Confidence_says_how_much_is_known_and_how_often_such_a_size_held()
    {
        // Seven trials; the last day needs more than the days before it let expect: 6 of 7, (6 + 1) / (7 + 2).
        var steady = Select(Create(14 * Day, minute => minute >= 13 * Day && minute % Day < 60 ? 5 : 2.5))!;

        Assert.Equal((7, 6), (steady.Trials.Days, steady.Trials.Held));
        Assert.Equal(7.0 / 9, steady.Confidence.Value, 9);
    }

    [Fact]
    public void Unknown_minutes_are_no_small_ones()
    {
        var history = RequiredUnitsHistory.Empty;
        for (var minute = 0; minute < 14 * Day; minute++)
        {
            history = history.Append(Monday + minute, minute % Day < 720 ? UnitsCode.Encode(7.5) : UnitsCode.Unknown);
        }

        var steady = Select(history)!;

        Assert.Equal((8, 14 * 720), (steady.Units, steady.KnownMinutes));
        Assert.Equal(0.5, steady.KnownShare.Value, 9);
        Assert.Null(Select(RequiredUnitsHistory.Empty.Append(Monday, UnitsCode.Unknown)));
    }

    [Theory]
    [InlineData(false, 8)] // never required as many: the next hour is new
    [InlineData(true, 5)] // 3.28 of a full size, half as much again: 4.92
    public void The_next_hour_raises_the_size_only_where_the_highest_requirement_is_known(bool isFull, int units)
    {
        // Five hours a day: less would cost 300 minutes x 10 x 5 a day, two units more for 1,440 minutes do not.
        var history = RequiredUnitsHistory.Empty;
        for (var minute = 0; minute < 14 * Day; minute++)
        {
            var isBusy = minute % Day is >= 540 and < 840;
            history = history.Append(Monday + minute, UnitsCode.Encode(isBusy ? 3.28 : 1), isLowerBound: isFull && isBusy);
        }

        Assert.Equal(units, Select(history, expectedSoon: 7.2)!.Units);
    }

    [Theory]
    // 110 units for so many minutes of each day, 59 otherwise, on a SKU of 60. At 60 such a minute counts ten times the 200 that carry it:
    // 60 x 1,440 + 2,000 x minutes a day against 200 x 1.25 x 1,440, since a unit of the next SKU costs a quarter more.
    [InlineData(130, "Standard_S1", 60)] // 346,400 against 360,000
    [InlineData(138, "Premium_P2", 200)] // 362,400
    public void Where_the_next_tier_is_open_its_sizes_are_candidates(int minutes, string sku, int units)
    {
        var steady = Select(
            Create(14 * Day, minute => minute % Day < minutes ? 110 : 59),
            input => input with { Sku = Standard with { UnitPricePerDay = new(1.6m, "USD") }, NextSku = Next, MaxUnits = 200 }
        )!;

        Assert.Equal((sku, units, sku != "Standard_S1"), (steady.Sku, steady.Units, steady.IsNextSku));
        Assert.Equal(
            [(60, null, 14 * minutes), (200, "Premium_P2", 0)],
            steady.Sizes.TakeLast(2).Select(size => (size.Units, size.NextSku, size.OverloadedMinutes))
        );
    }

    [Fact]
    public void The_next_tier_is_no_candidate_where_the_largest_size_suffices() =>
        Assert.Equal(
            60,
            Select(Create(14 * Day, _ => 59), input => input with { NextSku = Next, MaxUnits = 1000 })!.Sizes.Max(size => size.Units)
        );

    // 4.8 units on the newest day, and 3 % less on each day before it. No minute of the last 7 days needed more than 5 units, and 4 were
    // too few for all of them. The next 7 need 4.94, 5.09, ... 5.90: six days above 5 units.
    [Fact]
    public void A_load_that_grows_every_day_has_the_size_of_the_next_week()
    {
        var steady = Select(CreateDays(day => 4.8 * Math.Pow(1.03, day - 13)))!;

        Assert.Equal((6, false), (steady.Units, steady.IsRaised));
        Assert.Equal((5, 7, 6 * Day), (steady.Growth!.ExceededUnits, steady.Growth.Days, steady.Growth.OverloadedMinutes));
        Assert.Equal(Math.Pow(1.03, 7), steady.Growth.Ratio, 3);
        Assert.Contains(
            " The load grows: in its busy hours, each of the last 7 days needed at least 23 % more than the same day a week before. "
                + "If it goes on, 5 units would be above target for 6 days of the coming week.",
            SteadySentences.Describe(steady, 6),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData(0, 1.0)]
    [InlineData(0, 0.97)]
    [InlineData(7, 1.03)] // the newest week stands still
    [InlineData(0, 1.0005)] // 0.35 % a week
    public void A_load_that_does_not_grow_every_day_keeps_the_size_of_the_look_back(int last, double perDay) =>
        Assert.Null(Select(CreateDays(day => 4.8 * Math.Pow(perDay, Math.Min(day, 13 - last) - 13 + last)))!.Growth);

    // The newest week is above the one before on every day, after one step; a single day that is like the week before is not growth.
    [Fact]
    public void One_step_up_and_one_day_without_growth_are_not_extrapolated()
    {
        Assert.Null(Select(CreateDays(day => day < 7 ? 3.7 : 4.8))!.Growth);
        Assert.Null(Select(CreateDays(day => 4.8 * Math.Pow(1.03, (day == 10 ? 3 : day) - 13)))!.Growth);
    }

    [Theory]
    [InlineData(0)] // Sunday is the newest day
    [InlineData(3)]
    public void Growth_is_seen_through_weekends(int later)
    {
        var start = later * Day;
        var steady = Select(
            Create(
                (14 * Day) + start,
                minute => 4.8 * Math.Pow(1.03, ((double)minute - start) / Day - 14) * (minute / Day % 7 < 5 ? 1 : 0.4)
            )
        )!;

        Assert.Equal((6, 7), (steady.Units, steady.Growth!.Days));
    }

    [Fact]
    public void Growth_counts_the_hours_to_size_for_and_needs_five_days_known_in_both_weeks()
    {
        var history = CreateDays(day => 4.8 * Math.Pow(1.03, day - 13));
        var workdays = Select(history, input => input with { IsIncluded = minute => (minute - Monday) / Day % 7 < 5 })!;
        Assert.Equal((6, 5), (workdays.Units, workdays.Growth!.Days));
        Assert.Contains("each of the 5 days that can be compared needed", SteadySentences.Describe(workdays, 6), StringComparison.Ordinal);

        Assert.Null(Select(history, input => input with { IsIncluded = minute => (minute - Monday) / Day % 7 < 4 })!.Growth);
    }

    // The weekends are known, with half a unit or less. A size chosen before each day was too small on it.
    [Fact]
    public void A_growing_load_of_workdays_compares_them_and_says_what_was_tested()
    {
        var steady = Select(CreateDays(day => day % 7 < 5 ? 4.8 * Math.Pow(1.03, day - 13) : 0))!;

        Assert.Equal((5, 1), (steady.Growth!.Days, steady.KnownShare.Value));
        Assert.Contains("each of the 5 days that can be compared needed", SteadySentences.Describe(steady, 6), StringComparison.Ordinal);
        Assert.Contains(
            $"a size that allows for no growth held on {steady.Trials.Held} of 7 later days",
            SteadySentences.DescribeConfidence(steady),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Growth_asks_for_no_units_that_carry_no_more_routing() =>
        Assert.Null(Select(CreateDays(day => 4.8 * Math.Pow(1.03, day - 13)), input => input with { RoutingWallUnits = 5 })!.Growth);

    // The older days needed 5.8 units. Of 3.8 units now and 2 % a day, the next week needs 3.9 to 4.4; twice the growth of the older days,
    // which are known not to have grown, would be 7.7 units.
    [Fact]
    public void Days_before_the_two_weeks_that_grow_count_as_they_were()
    {
        var earlier = RequiredUnitsHistory.Empty;
        for (var minute = -14 * Day; minute < 0; minute++)
        {
            earlier = earlier.Append(Monday + minute, UnitsCode.Encode(5.8));
        }

        var history = CreateDays(day => 3.8 * Math.Pow(1.02, day - 13));
        var steady = Select(history, input => input with { Earlier = new EarlierRequirements([earlier]) })!;

        Assert.Equal((6, 28), (steady.Units, steady.LookBack.TotalDays));
        Assert.Null(steady.Growth);
    }

    // 57 units on the newest day are 59 to 70 in the next 7: the first of them alone is within 60, the largest size.
    [Fact]
    public void Growth_beyond_the_largest_size_is_said_before_it_is_too_small()
    {
        var steady = Select(CreateDays(day => 57 * Math.Pow(1.03, day - 13)))!;

        Assert.Equal((60, 60, 6 * Day), (steady.Units, steady.Growth!.ExceededUnits, steady.Growth.OverloadedMinutes));
        Assert.EndsWith(
            " If it goes on, 60 units would be above target for 6 days of the coming week.",
            SteadySentences.Describe(steady, 60),
            StringComparison.Ordinal
        );
    }

    // With 1.5 a week at most, a load that doubles is 4.5 to 7.2 in the next week, where twice would be 5.3 to 9.6.
    [Fact]
    public void No_more_than_half_as_much_again_is_expected_of_a_week()
    {
        var steady = Select(CreateDays(day => 4.8 * Math.Pow(2, (day - 13) / 7.0)))!;

        Assert.Equal(8, steady.Units);
        Assert.Equal(2, steady.Growth!.Ratio, 3);
        Assert.Contains("a week before. Even at 50 % a week, ", SteadySentences.Describe(steady, 6), StringComparison.Ordinal);
    }

    [Fact]
    public void More_growth_never_has_fewer_units_and_never_fewer_than_no_growth()
    {
        for (var seed = 0; seed < 30; seed++)
        {
            var random = new Random(seed);
            var (newest, night, weekend) = (2 + (20 * random.NextDouble()), random.NextDouble(), random.NextDouble());
            var before = 0;
            foreach (var perDay in (double[])[1, 1.005, 1.01, 1.02, 1.03, 1.05, 1.08, 1.15])
            {
                // Every load has the same newest week but for its growth, which is none at its last minute.
                double Find(int minute) =>
                    newest
                    * Math.Pow(perDay, ((double)minute / Day) - 14)
                    * (minute % Day < 480 ? night : 1)
                    * (minute / Day % 7 < 5 ? 1 : weekend);
                var steady = Select(Create(14 * Day, Find))!;
                Assert.True(steady.Units >= before, $"seed {seed}: {steady.Units} units at {perDay}, {before} with less growth");
                Assert.True(steady.Growth is null || steady.Growth.ExceededUnits < steady.Units, $"seed {seed} at {perDay}");
                before = steady.Growth is null ? before : steady.Units;
            }
        }
    }

    private static RequiredUnitsHistory CreateDays(Func<int, double> load) => Create(14 * Day, minute => load(minute / Day));

    private static RequiredUnitsHistory Create(int minutes, Func<int, double> load)
    {
        var history = RequiredUnitsHistory.Empty;
        for (var minute = 0; minute < minutes; minute++)
        {
            history = history.Append(Monday + minute, UnitsCode.Encode(load(minute)));
        }

        return history;
    }

    private static SteadySize? Select(
        RequiredUnitsHistory history,
        Func<SteadyInput, SteadyInput>? change = null,
        double? expectedSoon = null
    )
    {
        var input = new SteadyInput
        {
            Sku = Standard,
            History = history,
            Prices = new ObjectivePrices(),
            Clock = new ClockRules(),
            Targets = TargetUtilizations.Default,
            SustainedMinutes = 5,
            ComputeCost = (_, _) => null,
        };
        return SteadySizeSelector.Select(change?.Invoke(input) ?? input, expectedSoon);
    }
}
