using System.Security.Cryptography;
using Advisor.Core.Scaling;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests;

/// <summary>A plan in approve mode, from the question to the change. 2,600 connections on one unit need 3 units.</summary>
public sealed class ApprovingTests
{
    private readonly ServiceWorld world = new();

    public ApprovingTests() => world.Options = world.Options with { Mode = AdvisorMode.Approve };

    [Fact]
    public async Task A_yes_changes_the_resource_once_however_often_it_is_pressed()
    {
        var (chat, approval) = await AskedAsync();
        var approving = new Approving(await world.PartsAsync());
        var first = await approving.ApproveAsync(approval, "mia", world.Clock.GetUtcNow(), CancellationToken.None);
        var again = await approving.ApproveAsync(approval, "tom", world.Clock.GetUtcNow().AddSeconds(1), CancellationToken.None);

        Assert.NotNull(first.Order);
        Assert.Null(again.Order);
        Assert.Equal((ApprovalState.Approved, "mia"), (again.Approval.State, again.Approval.SettledBy));

        // The message is lost; the next sweep sends it.
        await world.RunAsync(8);
        Assert.Single(world.Azure.Patches);
        var change = Assert.Single(await world.ChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Verified, approval.Id), (change.State, change.ApprovalId));
        Assert.Contains(await world.DecisionsAsync(chat.Id), d => d is { Outcome: "approved", Actor: "mia" } && d.ChangeId == change.Id && d.Reasons.Count > 0);
    }

    [Fact]
    public async Task A_no_changes_nothing_and_is_in_the_audit_trail()
    {
        var (chat, approval) = await AskedAsync();
        await new Approving(await world.PartsAsync()).DeclineAsync(approval, "mia", world.Clock.GetUtcNow(), CancellationToken.None);
        await world.RunAsync(5);
        Assert.Empty(world.Azure.Patches);
        Assert.Contains(await world.DecisionsAsync(chat.Id), d => d is { Outcome: "declined", Actor: "mia" });
    }

    [Theory]
    [InlineData("moved")]
    [InlineData("expired")]
    [InlineData("deleted")]
    [InlineData("replanned")]
    public async Task A_yes_to_a_plan_that_no_longer_stands_is_void(string meanwhile)
    {
        var (chat, approval) = await AskedAsync();
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
                var newest = (await world.DecisionsAsync(chat.Id))[0];
                await (await world.StateAsync()).Decisions.AppendAsync(newest with { Tick = now, ChangeId = ChangeRecord.IdOf(chat.Id, now), Units = 4 }, CancellationToken.None);
                break;
        }

        var outcome = await new Approving(await world.PartsAsync()).ApproveAsync(approval, "mia", now, CancellationToken.None);
        Assert.Equal(ApprovalState.Void, outcome.Approval.State);
        Assert.Null(outcome.Order);
        Assert.NotNull(outcome.Approval.Outcome);
        Assert.Empty(await world.ChangesAsync(chat.Id));
    }

    private async Task<(FakeResource Chat, ApprovalRecord Approval)> AskedAsync()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        ApprovalRecord? asked = null;
        var parts = (await world.PartsAsync()) with
        {
            Ask = question => new AskedApproval(
                asked = new ApprovalRecord
                {
                    Id = ApprovalRecord.IdOf(question.ResourceId, RandomNumberGenerator.GetBytes(16)),
                    ResourceId = question.ResourceId,
                    ChangeId = question.ChangeId,
                    CreatedAt = question.Tick,
                    ExpiresAt = question.Tick.AddHours(1),
                    PlanHash = question.PlanHash,
                    TokenHash = "t",
                    KeyId = "k",
                    Plan = question.Plan,
                },
                new Uri("https://advisor.example.com/open/approve/1")),
        };
        var loop = new WatchLoop(parts, world.Channel, world.Clock, _ => { });
        for (var tick = 0; tick < 10 && asked is null; tick++)
        {
            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        Assert.Equal("https://advisor.example.com/open/approve/1", Assert.Single(world.Channel.Sent).Link?.ToString());
        return (chat, (await parts.State.Approvals.FindAsync(asked!.Id, CancellationToken.None))!);
    }
}
