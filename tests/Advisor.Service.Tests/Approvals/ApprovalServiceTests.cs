using System.Security.Cryptography;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Fleet;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Approvals;

/// <summary>A plan in approve mode, from the question to the change. 2,600 connections on one unit need 3 units.</summary>
public sealed class ApprovalServiceTests
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
            d => d is { Outcome: AuditOutcome.Approved, Actor: "mia" } && d.ChangeId == change.Id && d.Reasons.Count > 0
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

    // The request never arrived, and an outage of Resource Manager hides that for an hour.
    [Fact]
    public async Task An_approved_change_that_never_arrived_is_not_sent_again_after_an_hour()
    {
        var (chat, approval) = await RequestApprovalAsync();
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Timeout, "No answer."));
        await (await world.CreateDependenciesAsync()).Approvals.ApproveAsync(
            approval,
            "mia",
            world.Clock.GetUtcNow(),
            CancellationToken.None
        );
        await world.RunAsync(2);
        Assert.Equal(ChangeState.Sent, Assert.Single(await world.ReadChangesAsync(chat.Id)).State);
        world.Azure.ListFailures.Add(new FleetFailure("/subscriptions/s", FailureCode.ServiceFault, "Azure does not answer."));
        await world.RunAsync(60);
        world.Azure.ListFailures.Clear();
        await world.RunAsync(2);

        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Canceled, "Expired"), (change.State, change.Code));
        Assert.Empty(world.Azure.Patches);
    }

    // The person sees the size and the plan, which are the same.
    [Fact]
    public async Task A_yes_changes_a_resource_that_was_created_again_since_the_question()
    {
        var (chat, approval) = await RequestApprovalAsync();
        world.Azure.Remove(chat);
        world.Azure.Add("chat", 1, _ => 2600).CreatedAt = world.Clock.GetUtcNow();
        await world.RunAsync(5);

        await (await world.CreateDependenciesAsync()).Approvals.ApproveAsync(
            approval,
            "mia",
            world.Clock.GetUtcNow(),
            CancellationToken.None
        );
        await world.RunAsync(8);

        Assert.Equal(ChangeState.Verified, Assert.Single(await world.ReadChangesAsync(chat.Id)).State);
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
        Assert.Contains(await world.ReadDecisionsAsync(chat.Id), d => d is { Outcome: AuditOutcome.Declined, Actor: "mia" });
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
        Assert.Single(await world.ReadDecisionsAsync(chat.Id), line => line.Outcome is AuditOutcome.Approved or AuditOutcome.Declined);
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

    public static TheoryData<string, Func<ResourceSettings, DateTimeOffset, ResourceSettings>, string> Blocked { get; } =
        new()
        {
            {
                "freeze",
                (settings, now) =>
                    settings with
                    {
                        Windows = [new PlannedWindow("quarter end", now.AddHours(-1), now.AddHours(1), null, IsFreeze: true)],
                    },
                "quarter end allows no change before 2026-01-05 "
            },
            {
                "pin",
                (settings, _) => settings with { Pin = new ResourcePin(1, "the tag advisor-pin") },
                "The size is pinned at 1 unit by the tag advisor-pin until that is removed."
            },
        };

    [Theory]
    [MemberData(nameof(Blocked))]
    public async Task What_a_change_would_be_canceled_for_is_said_to_the_person_who_approves_and_the_plan_waits(
        string setting,
        Func<ResourceSettings, DateTimeOffset, ResourceSettings> change,
        string blocked
    )
    {
        Assert.NotEmpty(setting);
        var (_, approval) = await RequestApprovalAsync();
        var now = world.Clock.GetUtcNow();
        var setup = await world.CreateDependenciesAsync();
        var usual = setup.FindSettings;
        setup = setup with { FindSettings = (resource, at) => change(usual(resource, at), now) };

        var outcome = await setup.Approvals.ApproveAsync(approval, "mia", now, CancellationToken.None);
        Assert.StartsWith(blocked, outcome.Blocked, StringComparison.Ordinal);
        Assert.Equal((ApprovalState.Pending, 0), (outcome.Approval.State, await CountRequestsAsync()));

        // Approved as soon as nothing blocks it.
        setup = setup with
        {
            FindSettings = usual,
        };
        outcome = await setup.Approvals.ApproveAsync(approval, "mia", now, CancellationToken.None);
        Assert.Equal((ApprovalState.Approved, 1), (outcome.Approval.State, await CountRequestsAsync()));
    }

    [Fact]
    public async Task A_plan_is_approved_while_Azure_updates_the_resource_and_sent_afterwards()
    {
        var (chat, approval) = await RequestApprovalAsync();
        var now = world.Clock.GetUtcNow();
        chat.Begin(1, now, now.AddMinutes(5));
        var outcome = await (await world.CreateDependenciesAsync()).Approvals.ApproveAsync(approval, "mia", now, CancellationToken.None);
        await world.RunAsync(12);

        Assert.Equal((ApprovalState.Approved, null), (outcome.Approval.State, outcome.Blocked));
        Assert.Single(world.Azure.Patches);
        Assert.Equal(ChangeState.Verified, Assert.Single(await world.ReadChangesAsync(chat.Id)).State);
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
        var declined = await approvalService.DeclineAsync(old, "mia", now, CancellationToken.None);
        Assert.Equal(
            "Declined. Too late: at 2026-01-05 08:01 UTC another plan replaced this one, Standard_S1 x 1 to Standard_S1 x 4. "
                + "Answer the newest message.",
            declined.Approval.Outcome
        );
        await approvalService.ApproveAsync(
            (await state.Approvals.FindAsync(requested.Id, CancellationToken.None))!,
            "tom",
            now.AddSeconds(1),
            CancellationToken.None
        );

        Assert.Equal(ApprovalState.Approved, (await state.Approvals.FindAsync(requested.Id, CancellationToken.None))!.State);

        // Each answer's line names the plan that it was about.
        Assert.Equal(
            [(AuditOutcome.Approved, 4), (AuditOutcome.Declined, 3)],
            (await world.ReadDecisionsAsync(chat.Id)).Take(2).Select(line => (line.Outcome, line.Units))
        );
    }

    [Theory]
    [InlineData("paused", "Advisor is not applying changes at the moment. Changes were stopped by tom: lunch")]
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

        Assert.Equal((ApprovalState.Pending, 0, expected), (outcome.Approval.State, await CountRequestsAsync(), outcome.Blocked));
        Assert.Equal(ApprovalState.Pending, (await state.Approvals.FindAsync(approval.Id, CancellationToken.None))!.State);
    }
}
