using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Guards;

public partial class GuardTests
{
    [Fact]
    public void A_pause_defers_a_sustained_overload_and_says_by_whom_and_until_when()
    {
        var decision = TestResource
            .Decide(
                WithPause(PausedScaling.ScaleOut)(TestResource.CreateObservation(Minute, 9500, 8)),
                TestResource.BuildState(Minute, _ => 9500, 8)
            )
            .Decision!;

        Assert.Equal((ScalingAction.Hold, 8), (decision.Action, decision.Units));
        Assert.Equal(
            "Scale-out is paused by the tag advisor-pause until that is removed. 10 units are recommended.",
            decision.Reasons[0].Text
        );
    }

    [Fact]
    public void A_maximum_of_a_window_is_named_with_its_end()
    {
        var decision = TestResource
            .Decide(
                WithMaximum(100, 8, -10, 10)(TestResource.CreateObservation(Minute, 9500, 8)),
                TestResource.BuildState(Minute, _ => 9500, 8)
            )
            .Decision!;

        var reason = decision.Reasons.Single(r => r.Code == ReasonCodes.MaximumSize);
        Assert.StartsWith(
            FormattableString.Invariant($"The window allows at most 8 units until {Now.AddMinutes(10):yyyy-MM-dd HH:mm}; "),
            reason.Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_sustained_overload_scales_out_in_a_freeze()
    {
        var state = TestResource.BuildState(Minute, _ => 9500, 8);

        var decision = TestResource.Decide(WithWindow(-30, 60)(TestResource.CreateObservation(Minute, 9500, 8)), state).Decision!;

        Assert.Equal(10, decision.Units);
    }

    [Fact]
    public void A_sustained_overload_and_a_minimum_use_what_the_change_rate_limit_has_left_of_scale_ins()
    {
        var left = WithFleet(new(ScaleOutsLeft: new(0), ScaleInsLeft: new(1, 20)));

        var overload = TestResource
            .Decide(left(TestResource.CreateObservation(Minute, 9500, 8)), TestResource.BuildState(Minute, _ => 9500, 8))
            .Decision!;
        var minimum = TestResource
            .Decide(
                left(With(s => s with { MinUnits = 10 })(TestResource.CreateObservation(Minute, 4000, 8))),
                TestResource.BuildState(Minute, _ => 4000, 8)
            )
            .Decision!;
        var (observation, state) = CreateGrowing();
        var forecast = TestResource.Decide(left(observation), state).Decision!;

        Assert.Equal((10, true), (overload.Units, overload.IsUrgent));
        Assert.Equal((10, true), (minimum.Units, minimum.IsUrgent));
        Assert.Equal((8, false), (forecast.Units, forecast.IsUrgent));
        Assert.Equal(
            9,
            TestResource
                .Decide(
                    WithFleet(new(ScaleOutsLeft: new(0), ScaleInsLeft: new(1, 1)))(TestResource.CreateObservation(Minute, 9500, 8)),
                    TestResource.BuildState(Minute, _ => 9500, 8)
                )
                .Decision!.Units
        );
    }

    [Fact]
    public void Advice_under_an_autoscale_setting_names_the_size()
    {
        var (observation, state) = CreateGrowing();

        var decision = TestResource.Decide(WithFleet(new(AutoscaleEnabled: true))(observation), state).Decision!;

        Assert.Equal(ScalingAction.Advise, decision.Action);
        Assert.Equal(new Size("Standard_S1", 20), decision.Advisory);
    }

    [Fact]
    public void A_size_that_someone_else_chose_is_not_reversed_for_half_an_hour()
    {
        // 4,000 connections at 5 units; a person makes them 10 at minute 60.
        var state = TestResource.BuildState(60, _ => 4000, 5);
        var scaledInAt = 0;
        for (var minute = 60; minute < 200 && scaledInAt == 0; minute++)
        {
            var outcome = TestResource.Decide(TestResource.CreateObservation(minute, 4000, 10), state);
            scaledInAt = outcome.Decision!.Units < 10 ? minute - 60 : 0;
            Assert.Equal(minute < 90, outcome.Decision.Reasons.Any(reason => reason.Code == ReasonCodes.ChangedByOthers));
            state = outcome.State;
        }

        Assert.True(scaledInAt >= 30);
    }

    [Fact]
    public void The_Free_tier_is_never_changed_automatically()
    {
        ResourceState? state = null;
        Decision? decision = null;
        for (var minute = 0; minute < 10; minute++)
        {
            var observation = TestResource.CreateObservation(minute, 60, 1) with
            {
                Sku = "Free_F1",
                Readings = TestResource.CreateReadings(60, 1) with { ConnectionQuotaUtilization = 300 },
            };
            (decision, state, _) = TestResource.Decide(observation, state);
        }

        Assert.Equal(1, decision!.Units);
        Assert.Equal("Free_F1", decision.Sku);
        Assert.Contains(decision.Reasons, reason => reason.Code == ReasonCodes.FreeTier);
    }
}
