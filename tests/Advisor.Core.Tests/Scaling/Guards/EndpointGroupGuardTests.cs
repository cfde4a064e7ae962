using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>4,000 connections at 8 units scale in to 5 after an hour, unless the other endpoints of its group say otherwise.</summary>
public class EndpointGroupGuardTests
{
    private const int Minute = 60;

    // Alone 5. Another that needs 3 changes nothing, one that needs 7 keeps 7, one that needs 12 takes it to the 20 of the ladder.
    [Theory]
    [InlineData(3, 5)]
    [InlineData(7, 7)]
    [InlineData(12, 20)]
    public void Sizes_that_move_together_are_that_of_the_one_that_needs_most(int other, int units)
    {
        var decision = Decide(Together(other));

        Assert.Equal((units, 5), (decision.Units, decision.OwnUnits));
    }

    [Fact]
    public void The_sentence_names_the_group_and_both_needs()
    {
        var reason = Decide(Together(7)).Reasons[0];

        Assert.Equal(ReasonCodes.EndpointGroup, reason.Code);
        Assert.Equal(
            "The sizes of the endpoints of the group 'chat' move together: the largest of the others needs 7 units for its own load; "
                + "4.00 are needed here now.",
            reason.Text
        );
    }

    [Fact]
    public void What_the_others_need_does_not_count_as_its_own()
    {
        // Otherwise two of them would keep each other at a size that neither needs.
        Assert.Equal(5, Decide(Together(20)).OwnUnits);
    }

    // 5 for its own load; the tag that cannot be read may be a minimum, which the others would have too. A pause is of this endpoint alone.
    [Theory]
    [InlineData(AdvisorMode.Auto, "advisor-min-units ('10 units')", 8)]
    [InlineData(AdvisorMode.Approve, "advisor-min-units ('10 units')", 5)]
    [InlineData(AdvisorMode.Auto, null, 5)]
    public void What_a_tag_that_cannot_be_read_keeps_is_its_own_need_and_what_a_person_pauses_is_not(AdvisorMode mode, string? tag, int own)
    {
        var pause = new ResourcePause(PausedScaling.ScaleIn, "a test");

        Assert.Equal(own, Decide(Together(3), settings => settings with { Mode = mode, UnreadableTag = tag, Pause = pause }).OwnUnits);
    }

    [Fact]
    public void Nothing_is_scaled_in_while_the_need_of_another_is_unknown_and_an_overload_is_scaled_out()
    {
        var decision = Decide(Together(null));

        Assert.Equal((ScalingAction.Hold, 8, 5), (decision.Action, decision.Units, decision.OwnUnits!.Value));
        Assert.Contains(decision.Reasons, reason => reason.Code == ReasonCodes.EndpointsUnknown);
        Assert.Equal(10, Decide(Together(null), connections: 9500).Units);
    }

    [Fact]
    public void The_maximum_and_a_pin_of_the_settings_precede_the_group()
    {
        Assert.Equal(7, Decide(Together(12), settings => settings with { MaxUnits = 7 }).Units);
        Assert.Equal(5, Decide(Together(12), settings => settings with { Pin = new ResourcePin(5, "a test") }).Units);
        Assert.Equal(5, Decide(Together(null), settings => settings with { Pin = new ResourcePin(5, "a test") }).Units);
    }

    [Fact]
    public void One_by_one_a_scale_in_waits_for_the_turn_of_the_endpoint_and_a_scale_out_does_not()
    {
        // Two endpoints: in any minute one of them has its turn.
        var decisions = new[] { Decide(OneByOne(0)), Decide(OneByOne(1)) };

        Assert.Equal([5, 8], decisions.Select(decision => decision.Units).Order());
        var waiting = Assert.Single(decisions, decision => decision.Units == 8);
        Assert.Contains(
            waiting.Reasons,
            reason => reason.Code == ReasonCodes.EndpointTurn && reason.Text.EndsWith("UTC. 5 units are enough.", StringComparison.Ordinal)
        );
        Assert.All([OneByOne(0), OneByOne(1)], group => Assert.Equal(10, Decide(group, connections: 9500).Units));
        Assert.All(decisions, decision => Assert.Null(decision.OwnUnits));
    }

    private static EndpointGroup Together(int? other) => new("chat", 2, 0, EndpointSizes.Together, other);

    private static EndpointGroup OneByOne(int position) => new("chat", 2, position, EndpointSizes.OneByOne, null);

    private static Decision Decide(EndpointGroup group, Func<ResourceSettings, ResourceSettings>? change = null, double connections = 4000)
    {
        var observation = TestResource.CreateObservation(Minute, connections, 8);
        return TestResource
            .Decide(
                observation with
                {
                    Settings = change?.Invoke(observation.Settings) ?? observation.Settings,
                    Fleet = new FleetConstraints { Endpoints = group },
                },
                TestResource.RemoveMessages(TestResource.BuildState(Minute, _ => connections, 8))
            )
            .Decision!;
    }
}
