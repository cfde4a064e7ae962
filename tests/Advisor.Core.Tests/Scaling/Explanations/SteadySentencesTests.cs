using Advisor.Core.Advice;
using Advisor.Core.Scaling.Explanations;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Explanations;

public class SteadySentencesTests
{
    private const int FourteenDays = 14 * 1440;
    private static readonly DateTimeOffset Peak = new(2026, 1, 9, 8, 7, 0, TimeSpan.Zero);

    // A pin at 5, or at 2, while the load of two weeks asks for 3.
    [Theory]
    [InlineData(2, 5, "14 days would be above target (all well above). Without the pin, 3 would be the size to keep: no minute")]
    [InlineData(3, 2, "Without the pin, 3 units would be the size to keep: no minute of the last 14 days needed more")]
    [InlineData(5, 5, "Without the pin, 3 units would be the size to keep: no minute of the last 14 days needed more")]
    [InlineData(3, 3, "Keep 3 units: no minute of the last 14 days needed more")] // the pin is what the load asks for
    public void Beside_a_pin_at_another_size_it_is_the_one_without_it(int unitsInForce, int pin, string sentence) =>
        Assert.Contains(
            sentence,
            SteadySentences.Describe(
                Create("Standard_S1", 3, [new(2, FourteenDays, FourteenDays, null), new(3, 0, 0, null), new(5, 0, 0, null)]),
                unitsInForce,
                wanted: pin,
                isPinned: true
            ),
            StringComparison.Ordinal
        );

    [Fact]
    public void The_largest_size_that_was_too_small_on_all_days_is_not_recommended_to_be_kept() =>
        Assert.Equal(
            "No larger size of Free_F1: all of the last 14 days needed more, none well above target; the peak was 1.1, on Fri 9 Jan "
                + "08:07 UTC.",
            SteadySentences.Describe(Create("Free_F1", 1, [new(1, FourteenDays, 0, Peak)]), unitsInForce: 1)
        );

    // 2 % of 20,160 minutes are 403.2.
    [Theory]
    [InlineData(403, "Keep 100 units: 6 h 43 min of the last 14 days needed more")]
    [InlineData(404, "No larger size of Standard_S1: 6 h 44 min of the last 14 days needed more")]
    public void It_is_kept_where_at_most_2_percent_of_the_minutes_needed_more(int minutes, string expected) =>
        Assert.StartsWith(
            expected,
            SteadySentences.Describe(Create("Standard_S1", 100, [new(90, 900, 0, Peak), new(100, minutes, 0, Peak)]), unitsInForce: 100),
            StringComparison.Ordinal
        );

    [Fact]
    public void A_size_that_a_larger_one_follows_is_kept_whatever_it_carried() =>
        Assert.StartsWith(
            "Keep 5 units: 15 h of the last 14 days needed more",
            SteadySentences.Describe(Create("Standard_S1", 5, [new(5, 900, 0, Peak), new(6, 0, 0, null)]), unitsInForce: 5),
            StringComparison.Ordinal
        );

    [Fact]
    public void A_size_in_force_that_was_too_small_all_the_time_says_all() =>
        Assert.StartsWith(
            "At 1 unit, all of 14 days would be above target (none well above)",
            SteadySentences.Describe(Create("Standard_S1", 2, [new(1, FourteenDays, 0, Peak), new(2, 0, 0, null)]), unitsInForce: 1),
            StringComparison.Ordinal
        );

    // Of 14 days the newest 2 are known, 2,880 minutes; 95 % of 14 days are 19,152 minutes.
    [Theory]
    [InlineData(2_880, 2_880, "At 1 unit, all of the 2 days known would be above target (none well above)")]
    [InlineData(2_880, 600, "At 1 unit, 10 h of the 2 days known would be above target (none well above)")]
    [InlineData(19_151, 600, "At 1 unit, 10 h of the 13 days 7 h known would be above target (none well above)")]
    [InlineData(19_152, 600, "At 1 unit, 10 h in 14 days would be above target (none well above)")]
    public void Minutes_above_target_are_counted_of_the_time_that_is_known(int known, int above, string expected) =>
        Assert.StartsWith(
            expected,
            SteadySentences.Describe(
                Create("Standard_S1", 2, [new(1, above, 0, Peak), new(2, 0, 0, null)]) with
                {
                    KnownMinutes = known,
                },
                unitsInForce: 1
            ),
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData(
        null,
        false,
        "10 units",
        "Mode auto scales out for it; with a schedule of minUnits 10 for these hours no smaller size is recommended."
    )]
    [InlineData(5, false, "10 units", "The maximum of 5 units is below it.")]
    [InlineData(null, true, "more than 10 units", "Mode auto scales out for it as far as the SKU goes.")]
    public void A_peak_that_comes_back_names_its_hours_what_it_needs_and_what_helps(
        int? maximum,
        bool isBeyond,
        string needed,
        string helps
    )
    {
        var hours = new WeeklyWindow(WeekDays.Sunday, TimeSpan.FromHours(20), TimeSpan.FromHours(22));
        var peak = new RecurringPeak(hours, "UTC", 10) { Maximum = maximum, IsBeyond = isBeyond };
        var steady = Create("Standard_S1", 2, [new(2, 240, 240, Peak), new(10, 0, 0, null)]) with { RecurringPeak = peak };

        Assert.EndsWith(
            $"on Fri 9 Jan 08:07 UTC. It comes back: sun 20:00-22:00 UTC needs {needed}, well above 2; where connections are the limit, "
                + $"Azure refuses clients. {helps}",
            SteadySentences.Describe(steady, unitsInForce: 10),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void The_hours_to_size_for_are_named_where_they_are_not_all()
    {
        // Two Mondays of 8 hours, all known; one day tested, on which it held: (1 + 1) / (1 + 2).
        var steady = Create("Standard_S1", 7, [new(6, 960, 0, Peak), new(7, 0, 0, null)]) with
        {
            KnownMinutes = 960,
            IncludedMinutes = 960,
            Trials = new(1, 1),
        };

        Assert.StartsWith(
            "Keep 7 units: no minute of the last 14 days within steady.hours needed more; the peak was 1.1",
            SteadySentences.Describe(steady, unitsInForce: 7),
            StringComparison.Ordinal
        );
        Assert.Equal(
            "67 %: 100 % of the last 14 days within steady.hours is known, and a size so chosen held on 1 of 1 later day",
            SteadySentences.DescribeConfidence(steady)
        );
    }

    // The history stores 50 units where routing is beyond any size: 49.9 and 50.1 are another limit's.
    [Theory]
    [InlineData(
        50,
        "Keep 50 units: in the last 14 days only routing needed more, last on Fri 9 Jan 08:07 UTC, and more units don't carry more of it."
    )]
    [InlineData(49.9, "Keep 50 units: no minute of the last 14 days needed more; the peak was 49.9, on Fri 9 Jan 08:07 UTC.")]
    [InlineData(50.1, "Keep 60 units: no minute of the last 14 days needed more; the peak was 50.1, on Fri 9 Jan 08:07 UTC.")]
    public void A_size_at_which_routing_ends_is_not_said_to_have_carried_it(double peak, string expected)
    {
        var units = peak > 50 ? 60 : 50;
        var steady = Create("Standard_S1", units, [new(40, FourteenDays, 0, Peak), new(50, 0, 0, null), new(60, 0, 0, null)]) with
        {
            Peak = new(Peak, peak),
        };

        Assert.Equal(expected, SteadySentences.Describe(steady, unitsInForce: units, wall: 50));
    }

    [Fact]
    public void Where_routing_ends_the_time_that_is_known_is_stated() =>
        Assert.StartsWith(
            "Keep 50 units: in the 10 days known only routing needed more, last on",
            SteadySentences.Describe(
                Create("Standard_S1", 50, [new(40, 14_400, 0, Peak), new(50, 0, 0, null), new(60, 0, 0, null)]) with
                {
                    Peak = new(Peak, 50),
                    KnownMinutes = 14_400,
                },
                unitsInForce: 50,
                wall: 50
            ),
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData(10, " The load is lowest from 23:00 to 00:00 UTC (1.2 units on average): the best time to remove units.")]
    [InlineData(5, "")]
    [InlineData(4, "")]
    public void Only_a_smaller_size_comes_with_the_hour_of_lowest_load(int unitsInForce, string expected)
    {
        var steady = Create("Standard_S1", 5, [new(4, 0, 0, null), new(5, 0, 0, null), new(10, 0, 0, null)]);

        Assert.Equal(
            SteadySentences.Describe(steady, unitsInForce) + expected,
            SteadySentences.Describe(steady with { QuietHour = new(23, 1.23) }, unitsInForce)
        );
    }

    [Theory]
    [InlineData(0.5, "(0.5 units or less on average)")] // what the history stores for half a unit or less
    [InlineData(0.54, "(0.5 units or less on average)")]
    [InlineData(0.56, "(0.6 units on average)")]
    public void A_mean_of_the_least_that_is_stored_may_have_been_less(double units, string expected) =>
        Assert.Contains(
            expected,
            SteadySentences.Describe(Create("Standard_S1", 5, [new(5, 0, 0, null)]) with { QuietHour = new(3, units) }, unitsInForce: 10),
            StringComparison.Ordinal
        );

    private static SteadySize Create(string sku, int units, IReadOnlyList<SteadyOption> sizes) =>
        new(
            sku,
            units,
            sizes,
            TimeSpan.FromDays(14),
            FourteenDays,
            new RequirementPeak(Peak, 1.06),
            new SteadyTrials(7, 0),
            IsRaised: false
        );
}
