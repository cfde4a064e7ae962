using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>4,000 connections at 8 units, each day billed at its highest size, scale in to 4 at the end of the day.</summary>
public class DailyPeakBillingGuardTests
{
    [Theory]
    [InlineData(23, 29, false)]
    [InlineData(23, 30, true)]
    public void A_scale_in_waits_for_the_last_half_hour_of_the_day(int hour, int minute, bool isMade) =>
        Assert.Equal(isMade ? 4 : 8, Decide(hour, minute, settings => settings).Units);

    [Theory]
    [InlineData(21, 29, false)]
    [InlineData(21, 30, true)]
    public void Or_of_the_scale_in_windows(int hour, int minute, bool isMade)
    {
        var windows = new WeeklyHours([
            new WeeklyWindow(WeekDays.All, TimeSpan.FromHours(2), TimeSpan.FromHours(6)),
            new WeeklyWindow(WeekDays.All, TimeSpan.FromHours(20), TimeSpan.FromHours(22)),
        ]);

        var decision = Decide(hour, minute, settings => settings with { ScaleInWindows = windows });

        Assert.Equal(isMade ? 4 : 8, decision.Units);
        Assert.Equal(!isMade, decision.Reasons[0].Text.EndsWith("so Advisor scales in at 21:30 UTC.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(22, 29, false)]
    [InlineData(22, 30, true)]
    public void Or_before_a_freeze_that_closes_the_day(int hour, int minute, bool isMade)
    {
        var start = TestResource.Start.AddHours(23);
        var freeze = new PlannedWindow("release", start, start.AddHours(4), null, true);

        Assert.Equal(isMade ? 4 : 8, Decide(hour, minute, settings => settings with { Windows = [freeze] }).Units);
    }

    /// <summary>A change takes up to ten minutes: one at 23:59 would be in force when the next day is billed already.</summary>
    [Theory]
    [InlineData(20, 23.98, 19, 29, false)]
    [InlineData(20, 23.98, 19, 30, true)]
    [InlineData(0, 23.98, 23, 59, true)] // there is no other minute
    public void Or_before_a_freeze_that_leaves_too_little_of_the_day_after_it(double from, double to, int hour, int minute, bool isMade)
    {
        var freeze = new PlannedWindow("release", TestResource.Start.AddHours(from), TestResource.Start.AddHours(to), null, true);

        Assert.Equal(isMade ? 4 : 8, Decide(hour, minute, settings => settings with { Windows = [freeze] }).Units);
    }

    // At a time of the first day; the metrics are two minutes old.
    private static Decision Decide(int hour, int minute, Func<ResourceSettings, ResourceSettings> change)
    {
        var newest = (hour * 60) + minute - 2;
        var settings = change(TestResource.Settings with { Billing = BillingModel.DailyPeak });
        var state = TestResource.RemoveMessages(TestResource.BuildState(newest, _ => 4000, 8, settings));
        return TestResource.Decide(TestResource.CreateObservation(newest, 4000, 8, settings), state).Decision!;
    }
}
