using System.Security.Cryptography;
using Advisor.Core.Fleet;
using Advisor.Service.Approve;
using Advisor.State.Changes;
using Advisor.State.Fleet;

namespace Advisor.Service.Tests.Approve;

/// <content>Answers to a plan that no longer stands, or cannot be carried out now.</content>
public sealed partial class ApprovalServiceTests
{
    [Theory]
    [InlineData("moved")]
    [InlineData("expired")]
    [InlineData("deleted")]
    [InlineData("replanned")]
    public async Task A_yes_to_a_plan_that_no_longer_stands_is_void(string meanwhile)
    {
        var (chat, approval) = await RequestApprovalAsync();
        var now = world.Clock.GetUtcNow();
        switch (meanwhile)
        {
            case "moved":
                chat.Begin(2, now, now);
                break;
            case "expired":
                now = approval.ExpiresAt;
                break;
            case "deleted":
                world.Azure.Remove(chat);
                break;
            default:
                var newest = (await world.ReadDecisionsAsync(chat.Id))[0];
                var state = await world.OpenStateAsync();
                await state
                    .BeginCommit(chat.Id)
                    .Append(newest with { Tick = now, ChangeId = ChangeRecord.CreateId(chat.Id, now), Units = 4 })
                    .RunAsync(CancellationToken.None);
                break;
        }

        var outcome = await (await world.CreateDependenciesAsync()).Approvals.ApproveAsync(approval, "mia", now, CancellationToken.None);
        Assert.Equal(ApprovalState.Void, outcome.Approval.State);
        Assert.Equal(0, await CountRequestsAsync());
        Assert.NotNull(outcome.Approval.Outcome);
        Assert.Empty(await world.ReadChangesAsync(chat.Id));
    }

    [Fact]
    public async Task Declining_an_old_plan_leaves_the_question_about_the_new_one_open()
    {
        var (chat, old) = await RequestApprovalAsync();
        var state = await world.OpenStateAsync();
        var now = world.Clock.GetUtcNow();
        var newest = (await world.ReadDecisionsAsync(chat.Id))[0] with
        {
            Tick = now,
            ChangeId = ChangeRecord.CreateId(chat.Id, now),
            Units = 4,
        };
        await state.BeginCommit(chat.Id).Append(newest).RunAsync(CancellationToken.None);
        var requested = old with
        {
            Id = ApprovalRecord.CreateId(chat.Id, RandomNumberGenerator.GetBytes(16)),
            ChangeId = newest.ChangeId!,
            PlanHash = ApprovalPlan.ComputeHash(newest),
            Plan = old.Plan.Replace("\"toUnits\":3", "\"toUnits\":4", StringComparison.Ordinal),
        };
        await state.BeginCommit(chat.Id).RequestApproval(requested).RunAsync(CancellationToken.None);

        var approvalService = (await world.CreateDependenciesAsync()).Approvals;
        await approvalService.DeclineAsync(old, "mia", now, CancellationToken.None);
        await approvalService.ApproveAsync(
            (await state.Approvals.FindAsync(requested.Id, CancellationToken.None))!,
            "tom",
            now.AddSeconds(1),
            CancellationToken.None
        );

        Assert.Equal(ApprovalState.Approved, (await state.Approvals.FindAsync(requested.Id, CancellationToken.None))!.State);

        // Each answer's line names the plan that it was about.
        Assert.Equal(
            [("approved", 4), ("declined", 3)],
            (await world.ReadDecisionsAsync(chat.Id)).Take(2).Select(line => (line.Outcome, line.Units))
        );
    }

    [Theory]
    [InlineData("paused", "Advisor applies nothing at the moment. Applying was stopped by tom: lunch")]
    [InlineData("throttled", "Advisor cannot read the resource at the moment (Throttled).")]
    [InlineData("changing", "Another change of this resource is in progress: wait until it completes.")]
    public async Task A_yes_that_cannot_be_carried_out_now_is_not_used_up(string hindrance, string expected)
    {
        var (chat, approval) = await RequestApprovalAsync();
        var (state, now) = (await world.OpenStateAsync(), world.Clock.GetUtcNow());
        switch (hindrance)
        {
            case "paused":
                await state.Fleet.PauseAsync(new PauseMark("tom", "lunch", now), CancellationToken.None);
                break;
            case "throttled":
                world.Azure.ListFailures.Add(new FleetFailure(chat.Id, FailureCode.Throttled, "wait"));
                break;
            default:
                await state.Changes.OpenAsync(
                    new ChangeRecord
                    {
                        ResourceId = chat.Id,
                        DecidedAt = now,
                        FromSku = "Standard_S1",
                        FromUnits = 1,
                        ToSku = "Standard_S1",
                        ToUnits = 2,
                    },
                    CancellationToken.None
                );
                break;
        }

        var outcome = await (await world.CreateDependenciesAsync()).Approvals.ApproveAsync(approval, "mia", now, CancellationToken.None);

        Assert.Equal((ApprovalState.Pending, 0, expected), (outcome.Approval.State, await CountRequestsAsync(), outcome.Obstacle));
        Assert.Equal(ApprovalState.Pending, (await state.Approvals.FindAsync(approval.Id, CancellationToken.None))!.State);
    }
}
