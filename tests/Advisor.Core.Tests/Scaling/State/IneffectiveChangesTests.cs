using Advisor.Core.Decisions;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.State;

/// <summary>2,600 connections on one unit, which Azure never changes: it answers each request with success and keeps the size.</summary>
public sealed class IneffectiveChangesTests
{
    private const int DayMinutes = 1440;

    [Theory]
    // Waits of 30, 60, 120, 240 and 480 minutes fit five more requests into a day after the first.
    [InlineData(3, 6)]
    // Without a sign of progress the first one is repeated for ten minutes, as every decision is.
    [InlineData(0, 15)]
    public void A_day_has_few_requests_that_have_no_effect(int progressMinutes, int expected)
    {
        var (requests, _, texts) = Run(progressMinutes, _ => 1);

        Assert.Equal(expected, requests.Count);
        Assert.Contains(
            "The last 3 changes did not take effect: the size did not change. "
                + "Advisor requests no change for 2 h; the wait doubles each time.",
            texts
        );
    }

    [Fact]
    public void Once_a_change_takes_effect_the_next_one_does_not_wait()
    {
        // From minute 200 on the size is the last one requested, which ends the series.
        var (_, state, _) = Run(3, requested => requested, from: 200);

        Assert.Equal(0, state.ChangesWithoutEffect);
        Assert.True(state.Changes.Units >= 3);
    }

    // A day of 8,000 connections on 10 units, where 9 are enough, by a caller that leaves scale-ins out; then 9,950, which fill the size.
    [Fact]
    public void Scale_ins_without_effect_do_not_delay_a_scale_out()
    {
        var settings = TestResource.Settings with { Targets = default };
        ResourceState? state = null;
        var (scaleIns, firstScaleOut, texts) = (0, 0, new HashSet<string>(StringComparer.Ordinal));
        for (var minute = 0; minute < DayMinutes + 30 && firstScaleOut == 0; minute++)
        {
            var observation = TestResource.CreateObservation(minute, minute < DayMinutes ? 8000 : 9950, 10, settings) with
            {
                AppliesDecisions = true,
            };
            (var decision, state, _) = ScalingAdvisor.Decide(TestResource.Rules, observation, state, observation.Time.AddMinutes(2));
            texts.UnionWith(decision!.Reasons.Where(reason => reason.Code == ReasonCodes.NotInEffect).Select(reason => reason.Text));
            scaleIns += decision.Units < 10 ? 1 : 0;
            firstScaleOut = decision.Units > 10 ? minute : 0;
        }

        Assert.True(scaleIns > 5);
        Assert.Contains(
            "The last 3 scale-ins did not take effect: the size did not change. "
                + "Advisor requests no scale-in for 2 h; the wait doubles each time.",
            texts
        );
        Assert.InRange(firstScaleOut, DayMinutes, DayMinutes + 5);
        Assert.Equal((1, false), (state!.ChangesWithoutEffect, state.IneffectiveChanges!.AreScaleIns));
    }

    [Fact]
    public void A_caller_that_does_not_apply_decisions_gets_the_same_decision_every_minute()
    {
        var (requests, state, _) = Run(0, _ => 1, applies: false);

        Assert.InRange(requests.Count, DayMinutes - 30, DayMinutes);
        Assert.Null(state.IneffectiveChanges);
    }

    // A request is in progress for so many minutes; from a minute on, the size afterwards is what the function makes of the request.
    private static (IReadOnlyList<int> Requests, ResourceState State, IReadOnlySet<string> Texts) Run(
        int progressMinutes,
        Func<int, int> becomes,
        int from = 0,
        bool applies = true
    )
    {
        var (units, target, due) = (1, 1, 0);
        ResourceState? state = null;
        var requests = new List<int>();
        var texts = new HashSet<string>(StringComparer.Ordinal);
        for (var minute = 0; minute < DayMinutes; minute++)
        {
            units = minute == due && minute >= from ? becomes(target) : units;
            var observation = TestResource.CreateObservation(minute, 2600, units) with
            {
                ChangeInProgress = minute < due,
                AppliesDecisions = applies,
            };
            (var decision, state, _) = ScalingAdvisor.Decide(TestResource.Rules, observation, state, observation.Time.AddMinutes(2));
            texts.UnionWith(decision!.Reasons.Where(reason => reason.Code == ReasonCodes.NotInEffect).Select(reason => reason.Text));
            if (decision.Units != units)
            {
                requests.Add(minute);
                (target, due) = (decision.Units, minute + 1 + progressMinutes);
            }
        }

        return (requests, state!, texts);
    }
}
