using Advisor.Core.Decisions;

namespace Advisor.Core.Tests.Scaling;

/// <summary>
/// The forecast that a decision shows, of loads that follow the clock. Monday, 5 January 2026, is day 0; metrics are two minutes old.
/// </summary>
public class ShownForecastTests
{
    private const int Day = 1440,
        Nine = 540;

    [Fact]
    public void One_minute_before_a_step_that_came_on_14_days_it_is_in_the_forecast_from_the_first_horizon_on()
    {
        // Decided at 08:59 on 08:57: a change could take effect from 09:01 on.
        var decision = DecideAt((14 * Day) + Nine - 3, minute => minute % Day is >= Nine and < 1020 ? 7.7 : 0.8);

        Assert.All(decision.Forecast, quantiles => Assert.Equal((7.7, 7.7, 7.7), RoundAll(quantiles)));
        Assert.EndsWith(
            "past moments like this one and the same time on 14 days: 80 % likely to stay under 7.70 units for the next hour (50 "
                + "%: 7.70, 95 %: 7.70), "
                + "and under 7.70 until a change could take effect.",
            Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.Forecast).Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void On_a_Saturday_nothing_is_expected_that_no_past_Saturday_needed()
    {
        // The third Saturday, day 19: two Saturdays agree, and the two Sundays agree with them.
        var decision = DecideAt((19 * Day) + Nine - 3, ComputeOffice);

        Assert.All(decision.Forecast, quantiles => Assert.Equal((0.8, 0.8, 0.8), RoundAll(quantiles)));
        Assert.Contains(
            "the same time on 4 days",
            Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.Forecast).Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void On_a_Tuesday_weekends_do_not_lower_the_forecast()
    {
        // Day 22: two Tuesdays agree; the four days of the weekends do not agree with them and are left out.
        var decision = DecideAt((22 * Day) + Nine - 3, ComputeOffice);

        Assert.All(decision.Forecast, quantiles => Assert.Equal((7.7, 7.7, 7.7), RoundAll(quantiles)));
    }

    [Fact]
    public void A_day_that_is_not_like_the_days_before_has_no_forecast_by_the_clock()
    {
        // Tuesday, day 22, is a day off: at 10:30 it needs 0.8 as it did at night, where both Tuesdays before needed 7.7.
        var decision = DecideAt((22 * Day) + Nine + 90, minute => minute / Day == 22 ? 0.8 : ComputeOffice(minute));

        Assert.DoesNotContain(
            "the same time",
            Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.Forecast).Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Days_that_disagree_give_no_forecast_by_the_clock()
    {
        // The step came at 09:00 on every other day only: of two Wednesdays one had it.
        var decision = DecideAt((16 * Day) + Nine - 3, minute => minute / Day % 2 == 0 ? ComputeDaily(minute) : 0.8);

        Assert.DoesNotContain(
            "the same time",
            Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.Forecast).Text,
            StringComparison.Ordinal
        );
    }

    /// <summary>7.7 units from 09:00 to 17:00, else 0.8.</summary>
    private static double ComputeDaily(int minute) => minute % Day is >= Nine and < 1020 ? 7.7 : 0.8;

    /// <summary>The same on weekdays; 0.8 on Saturday and Sunday.</summary>
    private static double ComputeOffice(int minute) => minute / Day % 7 < 5 ? ComputeDaily(minute) : 0.8;

    private static Decision DecideAt(int minute, Func<int, double> need)
    {
        var state = TestResource.BuildState(minute, at => need(at) * 1000, 8);
        return TestResource.Decide(TestResource.CreateObservation(minute, need(minute) * 1000, 8), state).Decision!;
    }

    private static (double Median, double Upper, double High) RoundAll(ForecastQuantiles quantiles) =>
        (Math.Round(quantiles.Median, 2), Math.Round(quantiles.Upper, 2), Math.Round(quantiles.High, 2));
}
