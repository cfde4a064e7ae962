using Advisor.Core.Decisions;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>4,000 connections at 8 units scale in to 5 after an hour, unless a tag cannot be read.</summary>
public class UnreadableTagGuardTests
{
    private const int Minute = 60;

    [Fact]
    public void In_mode_auto_a_scale_in_is_left_to_a_person_and_the_sentence_names_the_tag_and_its_value()
    {
        var decision = Decide(AdvisorMode.Auto, connections: 4000);

        Assert.Equal((ScalingAction.Advise, 8, 5), (decision.Action, decision.Units, decision.Target.Units));
        Assert.Equal(
            "The tag advisor-min-units ('10 units') cannot be read, so Advisor does not scale in by itself: 5 units are advisory. "
                + "Correct or remove the tag.",
            Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.UnreadableTag).Text
        );
    }

    [Fact]
    public void A_scale_out_is_made_all_the_same() => Assert.Equal(10, Decide(AdvisorMode.Auto, connections: 9500).Units);

    [Theory]
    [InlineData(AdvisorMode.Approve)]
    [InlineData(AdvisorMode.AutoUp)]
    public void Where_a_person_decides_about_a_scale_in_it_is_decided_as_usual(AdvisorMode mode) =>
        Assert.Equal(5, Decide(mode, connections: 4000).Units);

    // The tag that cannot be read may be the pin that was to take the place of the file's, or a minimum above it.
    [Fact]
    public void The_pin_of_a_person_precedes_it_and_that_of_a_file_or_tag_does_not()
    {
        var pin = new ResourcePin(5, "a test");

        Assert.Equal(5, Decide(AdvisorMode.Auto, connections: 4000, settings => settings with { PersonPin = pin }).Units);
        Assert.Equal(8, Decide(AdvisorMode.Auto, connections: 4000, settings => settings with { Pin = pin }).Units);
    }

    private static Decision Decide(AdvisorMode mode, double connections, Func<ResourceSettings, ResourceSettings>? change = null)
    {
        var observation = TestResource.CreateObservation(Minute, connections, 8);
        var settings = observation.Settings with { Mode = mode, UnreadableTag = "advisor-min-units ('10 units')" };
        return TestResource
            .Decide(
                observation with
                {
                    Settings = change?.Invoke(settings) ?? settings,
                },
                TestResource.RemoveMessages(TestResource.BuildState(Minute, _ => connections, 8))
            )
            .Decision!;
    }
}
