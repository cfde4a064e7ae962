using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.Guards;

public partial class GuardTests
{
    [Fact]
    public void After_a_reconnect_storm_no_scale_in_is_made_for_a_quarter_of_an_hour_whatever_is_stored_meanwhile()
    {
        var state = TestResource
            .Decide(WithConnections(2401)(TestResource.CreateObservation(Minute, 4000, 8)), TestResource.BuildState(Minute, _ => 4000, 8))
            .State!;
        var units = new List<int>();
        for (var minute = Minute + 1; minute <= Minute + 15; minute++)
        {
            var outcome = TestResource.Decide(
                TestResource.CreateObservation(minute, 4000, 8),
                ResourceStateFormat.Read(ResourceStateFormat.Write(state)).State
            );
            units.Add(outcome.Decision!.Units);
            state = outcome.State!;
        }

        Assert.Equal([.. Enumerable.Repeat(8, 14), 5], units);
    }

    [Fact]
    public void The_reason_of_a_reconnect_storm_has_its_minute_its_limit_and_how_long_it_holds()
    {
        var decision = TestResource
            .Decide(WithConnections(2401)(TestResource.CreateObservation(Minute, 4000, 8)), TestResource.BuildState(Minute, _ => 4000, 8))
            .Decision!;

        Assert.Equal(
            "At 01:00 UTC clients opened more than 5 connections a second per unit, which Advisor treats as a reconnect storm: "
                + "no scale-in for 15 min.",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.ReconnectStorm).Text
        );
    }

    [Fact]
    public void A_scale_in_waits_for_the_cooldown_after_a_scale_out_and_a_scale_out_for_none()
    {
        var rules = TestResource.Rules with
        {
            Policy = TestResource.Rules.Policy with
            {
                ScaleInCooldown = TimeSpan.FromHours(3),
                ScaleOutCooldown = TimeSpan.FromMinutes(20),
            },
        };
        DecisionOutcome Decide(Observation o, ResourceState? s) => ScalingAdvisor.Decide(rules, o, s, o.Time.AddMinutes(2));
        ResourceState? state = null;
        DecisionOutcome? last = null;
        for (var minute = 0; minute < 150; minute++)
        {
            // Someone scales it out from 6 to 8 at minute 60; 4,000 connections require 5.
            last = Decide(
                TestResource.CreateObservation(
                    minute,
                    4000,
                    minute < 60 ? 6 : 8,
                    TestResource.Settings with
                    {
                        MinUnits = minute < 60 ? 6 : 1,
                    }
                ),
                state
            );
            state = last.State;
        }

        Assert.Equal(8, last!.Decision!.Units);
        Assert.Contains(last.Decision.Reasons, reason => reason.Code == ReasonCodes.CoolingDown);
        Assert.True(Decide(TestResource.CreateObservation(150, 8_900, 8), state).Decision!.Units > 8);
    }
}
