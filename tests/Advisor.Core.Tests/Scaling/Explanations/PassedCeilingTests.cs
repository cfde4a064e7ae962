using Advisor.Core.Decisions;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.Explanations;

public class PassedCeilingTests
{
    // Two units of echo carry 4 MB/s to clients by the guide. The traffic rises from 2.4 to 4.8 MB/s each hour, and the server load with
    // it, from 24 to 48 %. 4.8 MB/s are 120 %, which is 2.40 units by that limit; after a day of readings that fit it counts
    // 2.40 / 1.25 = 1.92.
    [Fact]
    public void Traffic_above_the_guide_says_which_of_the_two_requirements_counts_and_stands_among_the_first_reasons()
    {
        ResourceState? state = null;
        Decision? decision = null;
        for (var minute = 0; minute < 25 * 60; minute++)
        {
            var share = 0.5 + (0.5 * (minute % 60) / 59);
            var seen = TestResource.CreateObservation(minute, 1000 * share, 2);
            seen = seen with { Readings = seen.Readings with { ServerLoad = 48 * share, OutboundTraffic = 4.8e6 * 60 * share } };
            (decision, state, _) = TestResource.Decide(seen, state);
        }

        var codes = decision!.Reasons.Select(reason => reason.Code).ToList();
        Assert.Equal(
            "The traffic is 120 % of the guide's byte ceiling at 2 units, while the server load learned from it needs fewer units: "
                + "1.92 units count as required, not 2.40.",
            decision.Reasons.FirstOrDefault(reason => reason.Code == ReasonCodes.CeilingPassed)?.Text
        );
        Assert.True(codes.IndexOf(ReasonCodes.CeilingPassed) < codes.IndexOf(ReasonCodes.RequiredUnits));
    }

    // 40 MB/s each way of the 4 that two units carry: the reading is not confirmed, and the guide's ceiling counts in full.
    [Fact]
    public void A_reading_that_waits_for_a_second_one_is_not_explained_by_the_server_load()
    {
        var seen = TestResource.CreateObservation(0, 1000, 2);

        var decision = TestResource.Decide(seen with { Readings = new(95, 1000, 50, 40e6 * 60, 40e6 * 60) }, null).Decision!;

        var codes = decision.Reasons.Select(reason => reason.Code).ToList();
        Assert.Contains(ReasonCodes.UnconfirmedJump, codes);
        Assert.DoesNotContain(ReasonCodes.CeilingPassed, codes);
    }
}
