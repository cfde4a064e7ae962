using Advisor.Core.Decisions;
using Advisor.Core.Scaling.State;
using Advisor.Tests;

namespace Advisor.Core.Tests.Scaling.State;

/// <summary>Another controller sets 50 units every ten minutes where 2 suffice: each return to 2 drops 96 % of the connections.</summary>
public sealed class OtherControllerTests
{
    private const int DayMinutes = 1440,
        Few = 2,
        Many = 50;

    [Fact]
    [Fault("arm-others")]
    public void Against_another_controller_a_day_has_at_most_six_changes_by_Advisor()
    {
        var (changes, state, texts) = Run(days: 1);

        Assert.InRange(changes, 1, 6);
        Assert.Contains(texts, text => text.Contains("does not reverse that for 8 h", StringComparison.Ordinal));
        Assert.Equal(
            $"Changed by others {state.ChangesByOthers} times since 2026-01-05 08:10 UTC: 50, 50, 50, 50, 50 units.",
            state.DescribeChangesByOthers()
        );
    }

    [Fact]
    public void From_the_second_day_on_there_is_one_change_a_day() => Assert.InRange(Run(days: 4).Changes - Run(days: 1).Changes, 2, 4);

    [Fact]
    public void After_a_quiet_day_a_change_by_others_is_respected_for_half_an_hour_again()
    {
        var (_, state, _) = Run(days: 1);
        var longWait = state.OtherController!.ComputeWait(TestResource.Rules.Policy);

        var quiet = state;
        for (var minute = 0; minute < 4 * DayMinutes && quiet.OtherController is not null; minute++)
        {
            var at = DayMinutes + minute;
            quiet = TestResource.Decide(TestResource.CreateObservation(at, 1200, quiet.Changes.Units), quiet).State!;
        }

        Assert.Null(quiet.OtherController);
        Assert.True(longWait > TestResource.Rules.Policy.RespectOthersFor);
    }

    [Fact]
    public void What_is_known_of_the_other_controller_survives_a_restart()
    {
        var (_, state, _) = Run(days: 1);

        var read = ResourceStateFormat.Read(ResourceStateFormat.Write(state)).State!;
        var both = ResourceStateFormat.Read(ResourceStateFormat.Write(state with { FirstScaleIn = new FirstScaleIn(7, 50) })).State!;

        Assert.Equal(state.DescribeChangesByOthers(), read.DescribeChangesByOthers());
        Assert.Null(read.FirstScaleIn);
        Assert.Equal((state.ChangesByOthers, new FirstScaleIn(7, 50)), (both.ChangesByOthers, both.FirstScaleIn));
    }

    [Fact]
    public void Without_a_longer_wait_a_day_has_many_changes() =>
        Assert.Equal(23, Run(days: 1, TestResource.Rules.Policy.RespectOthersFor).Changes);

    // From 08:00 on the other controller sets its size at every full ten minutes; a change of Advisor is in force after four minutes.
    private static (int Changes, ResourceState State, IReadOnlyList<string> Texts) Run(int days, TimeSpan? maxWait = null)
    {
        var policy = TestResource.Rules.Policy;
        var rules = TestResource.Rules with { Policy = policy with { RespectOthersMax = maxWait ?? policy.RespectOthersMax } };
        const int begins = 8 * 60;
        var (units, due, target, changes) = (Few, int.MaxValue, Few, 0);
        ResourceState? state = null;
        var texts = new HashSet<string>(StringComparer.Ordinal);
        for (var minute = 2; minute < days * DayMinutes; minute++)
        {
            if (minute >= due)
            {
                (units, due) = (target, int.MaxValue);
            }

            if (minute > begins && minute % 10 == 0)
            {
                (units, due) = (Many, int.MaxValue);
            }

            var observation = TestResource.CreateObservation(minute - 2, 1200, units) with { ChangeInProgress = due != int.MaxValue };
            (var decision, state, _) = ScalingAdvisor.Decide(rules, observation, state, observation.Time.AddMinutes(2));
            texts.UnionWith(decision!.Reasons.Where(reason => reason.Code == ReasonCodes.ChangedByOthers).Select(reason => reason.Text));
            if (decision.Units != units && due == int.MaxValue)
            {
                (target, due, changes) = (decision.Units, minute + 4, changes + 1);
            }
        }

        return (changes, state!, [.. texts]);
    }
}
