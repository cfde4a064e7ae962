using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Approvals;

public sealed class CurrentDecisionTests
{
    // A pipeline that renews its pause every ten minutes writes 144 lines a day.
    [Theory]
    [InlineData(0)]
    [InlineData(50)]
    [InlineData(450)]
    public async Task However_many_lines_of_people_follow_the_newest_decision_of_Advisor_is_the_current_one(int lines)
    {
        var world = new ServiceWorld();
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        world.Options = world.Options with { Mode = AdvisorMode.Approve };
        await world.RunAsync(2);
        var (state, resource) = (await world.OpenStateAsync(), chat.ToFleetResource(world.Clock.GetUtcNow()));
        for (var line = 0; line < lines; line++)
        {
            world.Clock.Advance(TimeSpan.FromMinutes(1));
            await ScalingPauses.PauseAsync(state, resource, CreatePause(resource, world.Clock.GetUtcNow()), CancellationToken.None);
        }

        var current = await RecommendationSnoozes.FindRecommendedAsync(state, chat.Id, world.Clock.GetUtcNow(), CancellationToken.None);

        Assert.Equal((AuditOutcome.AwaitingApproval, 3), (current?.Outcome, current?.Units));
    }

    private static ScalingPause CreatePause(FleetResource resource, DateTimeOffset at) =>
        new()
        {
            ResourceId = resource.Id,
            Scaling = PausedScaling.ScaleIn,
            Author = "pipeline",
            Reason = "deployment",
            At = at,
            Until = at.AddMinutes(20),
        };
}
