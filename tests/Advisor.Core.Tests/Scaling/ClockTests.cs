using Advisor.Core.Decisions;
using Advisor.Core.Scaling;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

/// <summary>A load that follows the clock, through the whole decision.</summary>
public class ClockTests
{
    private const int Day = 1440,
        Nine = 540;

    [Fact]
    public void A_step_at_nine_is_met_before_it_comes_and_the_reason_says_so()
    {
        // From Monday, 5 January on: 0.8 units, 7.7 from 09:00 to 17:00, weekdays and weekends.
        static double ComputeNeed(int minute) => minute % Day is >= Nine and < 1020 ? 7.7 : 0.8;
        var loop = new ClosedLoop(1);
        loop.Run((10 * Day) + Nine - 2 - loop.Minute, (minute, units) => TestResource.CreateReadings(ComputeNeed(minute) * 1000, units));

        // The minute before nine: the size in force holds the step, and it was asked for because of the clock.
        Assert.True(loop.Units >= 8);
        var scaleOut = loop.Decisions.Last(decision => decision.Action == ScalingAction.ScaleOut);
        Assert.Equal(0.8, scaleOut.RequiredUnits.Connections!.Value, 3);
        const string clock = "Last Thursday needed about 7.70 units by ";
        Assert.Single(scaleOut.Reasons, reason => reason.Text.Contains(clock, StringComparison.Ordinal));
    }

    [Fact]
    public void A_forecast_is_bounded_by_what_was_ever_needed_the_trend_and_what_is_announced()
    {
        // Two hours at 6 units: the highest need is 6, so that no quantile passes 6.6, whatever the few past moments say.
        var state = TestResource.BuildState(120, _ => 6000, 7);
        var input = new DecisionInput(
            TestResource.Rules,
            TestResource.CreateObservation(120, 6000, 7),
            TestResource.Rules.GetCatalog(Advisor.Core.Capacity.ServiceKind.SignalR).Find("Standard_S1")!,
            TestResource.Start.AddMinutes(122)
        );
        Assert.Equal(6.6, ForecastLimit.Compute(state, 6, input), 0.05);

        // A rise of 0.2 units a minute leads to 6 + 0.2 x 120 = 30 in two hours.
        var rising = TestResource.BuildState(120, m => m < 115 ? 5000 : 5000 + (200 * (m - 114)), 7);
        Assert.Equal(33, ForecastLimit.Compute(rising, 6, input), 0.5);

        // 40 units are announced in an hour.
        var windows = TestResource.Settings with
        {
            Windows = [new PlannedWindow("launch", TestResource.Start.AddMinutes(180), TestResource.Start.AddMinutes(240), 40, false)],
        };
        var announced = new DecisionInput(TestResource.Rules, TestResource.CreateObservation(120, 6000, 7, windows), input.Sku, input.Now);
        Assert.Equal(44, ForecastLimit.Compute(state, 6, announced), 0.05);
    }
}
