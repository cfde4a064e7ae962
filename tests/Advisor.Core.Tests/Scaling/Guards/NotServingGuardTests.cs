using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>4,000 connections at 8 units scale in to 5 after an hour.</summary>
public class NotServingGuardTests
{
    private const int Minute = 60;

    [Fact]
    public void A_scale_in_of_what_serves_no_clients_is_left_to_a_person()
    {
        var decision = Decide(isServing: false);

        Assert.Equal((8, 5), (decision.Units, decision.Advisory?.Units));
        Assert.Equal(
            "It is stopped, or its region endpoint is disabled: no clients are routed to it, and they may return at once. "
                + "5 units are advisory; Advisor keeps 8.",
            Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.NotServing).Text
        );
    }

    [Fact]
    public void What_serves_is_scaled_in() => Assert.Equal(5, Decide(isServing: true).Units);

    [Fact]
    public void A_pin_precedes_it()
    {
        var decision = Decide(isServing: false, pin: new ResourcePin(5, "a test"));

        Assert.Equal(5, decision.Units);
        Assert.Equal(
            "It is stopped, or its region endpoint is disabled: no clients are routed to it, and they may return at once. "
                + "It has its pinned size all the same.",
            Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.NotServing).Text
        );
    }

    private static Decision Decide(bool isServing, ResourcePin? pin = null)
    {
        var observation = TestResource.CreateObservation(Minute, 4000, 8);
        return TestResource
            .Decide(
                observation with
                {
                    Settings = observation.Settings with { Pin = pin },
                    Fleet = new FleetConstraints { IsServing = isServing },
                },
                TestResource.RemoveMessages(TestResource.BuildState(Minute, _ => 4000, 8))
            )
            .Decision!;
    }
}
