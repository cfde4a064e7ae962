using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>The time of a decision may be earlier than that of the one before: a clock is set back, or a file mixes sources.</summary>
public sealed class ClockSetBackTests
{
    [Theory]
    [InlineData(200)]
    [InlineData(2_000_000)]
    public void A_change_by_others_from_the_future_is_as_recent_as_can_be(int changedAt)
    {
        var state = TestResource.BuildState(60, _ => 4000, 8);
        state = Decide(state, minute: 60, units: 20, nowMinute: changedAt).State!;

        var decision = Decide(state, minute: 61, units: 20, nowMinute: 63).Decision!;

        var reason = Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.ChangedByOthers);
        Assert.Contains(" just now; ", reason.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_time_of_a_change_lies_at_or_before_the_decision()
    {
        var state = TestResource.BuildState(60, _ => 4000, 8);
        state = Decide(state, minute: 60, units: 20, nowMinute: 200).State!;
        state = state with { FirstScaleIn = new FirstScaleIn(200, 8) };

        var next = Decide(state, minute: 61, units: 20, nowMinute: 63).State!;

        var at = Minutes.ToNumber(TestResource.Start.AddMinutes(63));
        Assert.Equal((at, at), (next.Changes.ChangedAt, next.Changes.ScaledOutAt));
        Assert.All(next.Changes.Requests, ask => Assert.InRange(ask.Minute, 0, at));
    }

    private static DecisionOutcome Decide(ResourceState state, int minute, int units, int nowMinute) =>
        ScalingAdvisor.Decide(
            TestResource.Rules,
            TestResource.CreateObservation(minute, 4000, units),
            state,
            TestResource.Start.AddMinutes(nowMinute)
        );
}
