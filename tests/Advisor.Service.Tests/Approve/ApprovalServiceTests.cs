using System.Security.Cryptography;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Approve;
using Advisor.Service.Fleet;
using Advisor.Service.SignedLinks;
using Advisor.Service.Tests.World;
using Advisor.State.Changes;

namespace Advisor.Service.Tests.Approve;

/// <summary>A plan in approve mode, from the question to the change. 2,600 connections on one unit need 3 units.</summary>
public sealed partial class ApprovalServiceTests
{
    private readonly ServiceWorld world = new();

    public ApprovalServiceTests() => world.Options = world.Options with { Mode = AdvisorMode.Approve };

    [Fact]
    public async Task A_yes_changes_the_resource_once_however_often_it_is_pressed()
    {
        var (chat, approval) = await RequestApprovalAsync();
        var approvalService = (await world.CreateDependenciesAsync()).Approvals;
        var first = await approvalService.ApproveAsync(approval, "mia", world.Clock.GetUtcNow(), CancellationToken.None);
        var again = await approvalService.ApproveAsync(approval, "tom", world.Clock.GetUtcNow().AddSeconds(1), CancellationToken.None);

        Assert.False(first.IsLate);
        Assert.True(again.IsLate);
        Assert.Equal(1, await CountRequestsAsync());
        Assert.Equal((ApprovalState.Approved, "mia"), (again.Approval.State, again.Approval.SettledBy));

        // The message is lost; the next tick sends it.
        await world.RunAsync(8);
        Assert.Single(world.Azure.Patches);
        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Verified, approval.Id), (change.State, change.ApprovalId));
        Assert.Contains(
            await world.ReadDecisionsAsync(chat.Id),
            d => d is { Outcome: "approved", Actor: "mia" } && d.ChangeId == change.Id && d.Reasons.Count > 0
        );
    }

    [Fact]
    public async Task An_approved_change_waits_for_Azure_as_long_as_a_decision_counts_from_the_approval_on()
    {
        var (chat, approval) = await RequestApprovalAsync();
        await world.RunAsync(20); // the answer takes longer than an unapproved decision counts
        world.Azure.Refusals.Enqueue(
            new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Conflict, "Azure says later.", TimeSpan.FromMinutes(10))
        );
        world.Azure.Refusals.Enqueue(
            new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Conflict, "Azure says later.", TimeSpan.FromDays(1000))
        );
        await (await world.CreateDependenciesAsync()).Approvals.ApproveAsync(
            approval,
            "mia",
            world.Clock.GetUtcNow(),
            CancellationToken.None
        );
        var approved = world.Clock.GetUtcNow();
        await world.RunAsync(20);

        // Sent at once and after 10 minutes; 15 minutes after the approval its time is over.
        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Canceled, "Expired"), (change.State, change.Code));
        Assert.Empty(world.Azure.Refusals);
        Assert.InRange(change.ClosedAt!.Value - approved, TimeSpan.FromMinutes(15), TimeSpan.FromMinutes(17));
    }

    [Fact]
    public async Task A_no_changes_nothing_and_is_in_the_audit_trail()
    {
        var (chat, approval) = await RequestApprovalAsync();
        await (await world.CreateDependenciesAsync()).Approvals.DeclineAsync(
            approval,
            "mia",
            world.Clock.GetUtcNow(),
            CancellationToken.None
        );
        await world.RunAsync(5);
        Assert.Empty(world.Azure.Patches);
        Assert.Contains(await world.ReadDecisionsAsync(chat.Id), d => d is { Outcome: "declined", Actor: "mia" });
    }

    [Fact]
    public async Task Of_two_people_who_answer_at_once_one_is_first_and_the_other_is_shown_it()
    {
        var (chat, approval) = await RequestApprovalAsync();
        var approvalService = (await world.CreateDependenciesAsync()).Approvals;
        var now = world.Clock.GetUtcNow();
        var answers = await Task.WhenAll(
            Enumerable
                .Range(0, 8)
                .Select(i =>
                    Task.Run(() =>
                        i % 2 == 0
                            ? approvalService.ApproveAsync(approval, $"yes {i}", now, CancellationToken.None)
                            : approvalService.DeclineAsync(approval, $"no {i}", now, CancellationToken.None)
                    )
                )
        );

        Assert.Single(answers.Select(answer => (answer.Approval.State, answer.Approval.SettledBy)).Distinct());
        Assert.Single(await world.ReadDecisionsAsync(chat.Id), line => line.Outcome is "approved" or "declined");
    }

    [Fact]
    public async Task A_line_of_an_instance_whose_clock_is_ahead_is_the_plan_that_stands()
    {
        var (_, approval) = await RequestApprovalAsync();

        // The line was written a minute after what this instance takes for now.
        var outcome = await (await world.CreateDependenciesAsync()).Approvals.ApproveAsync(
            approval,
            "mia",
            approval.CreatedAt.AddMinutes(-1),
            CancellationToken.None
        );

        Assert.Equal(ApprovalState.Approved, outcome.Approval.State);
    }

    private async Task<int> CountRequestsAsync() =>
        (await (await world.OpenStateAsync()).Outbox.CountOpenAsync(CancellationToken.None)).ChangeRequests;

    private async Task<(FakeResource Chat, ApprovalRecord Approval)> RequestApprovalAsync()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        ApprovalRecord? requested = null;
        var dependencies = (await world.CreateDependenciesAsync()) with
        {
            CreateApproval = question => new RequestedApproval(
                requested = new ApprovalRecord
                {
                    Id = ApprovalRecord.CreateId(question.ResourceId, RandomNumberGenerator.GetBytes(16)),
                    ResourceId = question.ResourceId,
                    ChangeId = question.ChangeId,
                    CreatedAt = question.Tick,
                    ExpiresAt = question.Tick.AddHours(1),
                    PlanHash = question.PlanHash,
                    TokenHash = "t",
                    KeyId = "k",
                    Plan = question.Plan,
                },
                new Uri("https://advisor.example.com/open/approve/1")
            ),
        };
        var loop = new WatchLoop(new AdvisorService(dependencies, [world.Channel]), world.Clock, _ => { });
        for (var tick = 0; tick < 10 && requested is null; tick++)
        {
            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        Assert.Equal("https://advisor.example.com/open/approve/1", Assert.Single(world.Channel.Sent).ApproveLink?.ToString());
        return (chat, (await dependencies.State.Approvals.FindAsync(requested!.Id, CancellationToken.None))!);
    }
}
