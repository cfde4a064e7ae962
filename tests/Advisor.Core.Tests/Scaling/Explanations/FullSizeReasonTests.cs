using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.Explanations;

public class FullSizeReasonTests
{
    private const int Day = 1440,
        Nine = 540;

    [Theory]
    // The unit is full at 1,000 connections, and the estimate without earlier days is 1.5. 9 o'clock of the three days before needed 0.9,
    // 6.48 or 1.26 units.
    [InlineData(900, "the estimate is 1.50, 1.5 times the size, since no earlier day filled it at about this time")]
    [InlineData(6480, "the estimate is 6.48, since on 3 earlier days that filled this size at about this time 7 were needed")]
    [InlineData(1260, "the estimate is 1.50, 1.5 times the size; on 3 earlier days that filled this size at about this time 2 were needed")]
    public void The_estimate_names_the_term_that_decided(double morning, string expected)
    {
        const int now = (3 * Day) + Nine;
        var state = TestResource.BuildState(now, minute => minute % Day is >= Nine and < Nine + 120 ? morning : 900, 10);

        Assert.Contains(expected, Describe(now, state, observation => observation), StringComparison.Ordinal);
    }

    [Fact]
    public void An_estimate_that_is_what_is_needed_at_least_is_not_called_a_multiple_of_the_size()
    {
        // Beside the connections of one unit, 8 MB/s of traffic to clients, of which a unit carries 2.
        static Observation AddTraffic(Observation seen) =>
            seen with
            {
                Readings = seen.Readings with { ServerLoad = 95, OutboundTraffic = 8e6 * 60 },
            };

        Assert.Contains(
            "at least 4.00 are needed, and no metric shows how many more; the estimate is the same, at least 1.5 times the size",
            Describe(0, null, AddTraffic),
            StringComparison.Ordinal
        );
    }

    // The sentence after five full minutes of one unit.
    private static string Describe(int from, ResourceState? state, Func<Observation, Observation> change)
    {
        Decision? decision = null;
        for (var minute = from; minute < from + 5; minute++)
        {
            (decision, state, _) = TestResource.Decide(change(TestResource.CreateObservation(minute, 1000, 1)), state);
        }

        return decision!.Reasons.Single(reason => reason.Code == ReasonCodes.FullSize).Text;
    }
}
