using System.Text;
using Advisor.Configuration;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Approvals;

/// <summary>
/// What the evaluations after an answer say: only a pending approval waits for a person. 2,600 connections on one unit need 3 units.
/// </summary>
public sealed class SettledApprovalTests
{
    private static readonly AppLinks Links = new(
        new Uri("https://app.example.com"),
        KeyRing.Read("key:" + Convert.ToBase64String([.. Enumerable.Range(1, 32).Select(i => (byte)i)])).Ring!
    );

    private readonly ServiceWorld world = new();
    private readonly List<string> printed = [];

    public SettledApprovalTests() => world.Options = world.Options with { Mode = AdvisorMode.Approve };

    [Fact]
    public async Task A_declined_change_is_declined_by_whom_and_until_when_and_waits_for_nobody()
    {
        var (chat, approval) = await RequestApprovalAsync();
        Assert.NotNull((await ReadAsync(chat)).Recommendation?.ApproveLink);
        await DeclineAsync(approval);

        // Asked at 08:00, declined at 08:02, evaluated until 08:11: the alert of a full unit fires after five minutes.
        await RunAsync(10);

        var record = await ReadAsync(chat);
        Assert.Equal((AuditOutcome.Declined, 3, null), (record.Outcome, record.RecommendedUnits, record.Recommendation));
        Assert.Equal(
            "Declined by mia at 2026-01-05 08:02 UTC. Advisor asks again after 2026-01-06 08:00 UTC, or when the change differs.",
            record.Reasons[^1].Text
        );
        var alert = Assert.Single(world.Channel.Sent, message => message.Title == "Connections: chat");
        Assert.DoesNotContain("waiting for approval", alert.Next, StringComparison.Ordinal);
        Assert.StartsWith("Declined by mia", alert.Done, StringComparison.Ordinal);

        // The decline is a line of mia; Advisor adds none.
        Assert.Equal(
            [AuditOutcome.Declined, AuditOutcome.AwaitingApproval],
            (await world.ReadDecisionsAsync(chat)).Select(line => line.Outcome)
        );
    }

    [Fact]
    public async Task A_declined_change_that_is_still_needed_is_asked_again_after_a_day()
    {
        var (chat, approval) = await RequestApprovalAsync();
        await DeclineAsync(approval);
        await RunAsync(5);

        world.Clock.Advance(TimeSpan.FromDays(1));
        await RunAsync(1);

        var record = await ReadAsync(chat);
        Assert.Equal(AuditOutcome.AwaitingApproval, record.Outcome);
        Assert.NotEqual(approval.Id, AppLinks.FindApprovalId(record.Recommendation!.ApproveLink!));
    }

    [Fact]
    public async Task What_stands_with_the_link_of_an_approval_is_the_size_that_it_approves()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await RunAsync(2);
        Assert.Equal(3, (await ReadAsync(chat.Id)).Recommendation!.Units);

        // Several steps of 1 to 10, 20 ... units further.
        chat.Settings = chat.Settings with
        {
            Pin = new ResourcePin(10, "a tag"),
        };
        await RunAsync(1);

        var asked = (await ReadAsync(chat.Id)).Recommendation!;
        var approvals = (await world.OpenStateAsync()).Approvals;
        var approval = await approvals.FindAsync(AppLinks.FindApprovalId(asked.ApproveLink!)!, CancellationToken.None);
        Assert.Equal(10, ApprovalPlan.Read(approval!)!.ToUnits);
        Assert.Equal(10, asked.Units);
    }

    [Fact]
    public async Task An_approved_change_waits_for_nobody_either()
    {
        var (chat, approval) = await RequestApprovalAsync();
        await ApproveAsync(approval);

        await RunAsync(1);

        Assert.NotEqual(AuditOutcome.AwaitingApproval, (await ReadAsync(chat)).Outcome);
        Assert.Null((await ReadAsync(chat)).Recommendation?.ApproveLink);
    }

    // Approved between two ticks; the second of them starts the change, and would require ten units.
    [Fact]
    public async Task Who_has_approved_is_not_asked_about_another_size_before_the_change_has_started()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await RunAsync(2);
        await ApproveAsync(await FindOpenAsync(chat.Id));
        chat.Settings = chat.Settings with { Pin = new ResourcePin(10, "a tag") };

        await RunAsync(1);

        Assert.Single(world.Azure.Patches);
        Assert.Single(await world.ReadDecisionsAsync(chat.Id), line => line.Outcome == AuditOutcome.AwaitingApproval);
        Assert.Null(await FindOpenAsync(chat.Id));
    }

    // Approved at 08:02. The limit cancels the change at once; after Azure has refused one, Advisor waits for an hour.
    [Theory]
    [InlineData(false, "08:03", "Postponed: the hourly limit of 1 unit added in the subscription does not allow 2.")]
    [InlineData(true, "09:02", "The scope is locked.")]
    public async Task Who_has_approved_a_change_that_was_not_made_is_asked_again_and_told_why(bool isRefused, string at, string why)
    {
        var (chat, approval) = await RequestApprovalAsync();
        world.Options = world.Options with { MaxUnitsPerHour = isRefused ? null : 1 };
        if (isRefused)
        {
            world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.Refused, null, FailureCode.Locked, "The scope is locked.", null));
        }

        await ApproveAsync(approval);
        await RunAsync(90);

        var lines = await world.ReadDecisionsAsync(chat);
        Assert.Equal(
            [$"{at} {AuditOutcome.AwaitingApproval}", $"08:02 {AuditOutcome.Approved}", $"08:00 {AuditOutcome.AwaitingApproval}"],
            lines.Select(line => $"{line.Tick:HH:mm} {line.Outcome}")
        );
        Assert.Equal($"The approved change was not made. {why}", lines[0].Reasons[0].Text);
        Assert.Contains($"waiting for approval. The approved change was not made. {why} Needs ", printed[^1], StringComparison.Ordinal);
        Assert.Equal(2, world.Channel.Sent.Count(message => message.Title.StartsWith("Approval requested", StringComparison.Ordinal)));
        Assert.NotNull((await ReadAsync(chat)).Recommendation?.ApproveLink);
    }

    // Approved at 08:02. A request is valid for 15 minutes: until 08:17 it may still be on its way.
    [Fact]
    public async Task Who_has_approved_a_change_whose_request_was_dropped_is_asked_again()
    {
        var (chat, approval) = await RequestApprovalAsync();
        await ApproveAsync(approval);
        var outbox = (await world.OpenStateAsync()).Outbox;
        var request = (await outbox.ListOpenAsync(10, CancellationToken.None)).Single(item => item.Kind == OutboxKind.Change);
        await outbox.CompleteAsync(request, CancellationToken.None);

        await RunAsync(30);

        var lines = await world.ReadDecisionsAsync(chat);
        Assert.Equal(
            [$"08:18 {AuditOutcome.AwaitingApproval}", $"08:02 {AuditOutcome.Approved}", $"08:00 {AuditOutcome.AwaitingApproval}"],
            lines.Select(line => $"{line.Tick:HH:mm} {line.Outcome}")
        );
        Assert.Equal("The approved change was not made. It was not started.", lines[0].Reasons[0].Text);
        Assert.Empty(world.Azure.Patches);
    }

    // Azure refuses the change at 08:02. A row is damaged, or of a newer program that was rolled back.
    [Theory]
    [Fault("state-damaged")]
    [InlineData("junk", 1, true)]
    [InlineData("{}", 99, true)]
    [InlineData("junk", 1, false)]
    [InlineData("{}", 99, false)]
    public async Task Where_what_became_of_an_approval_cannot_be_read_a_person_is_asked_again_once(
        string payload,
        int version,
        bool isChange
    )
    {
        var (chat, approval) = await RequestApprovalAsync();
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.Refused, null, FailureCode.Locked, "The scope is locked.", null));
        await ApproveAsync(approval);
        await RunAsync(2);
        var resource = StateKeys.Hash(chat);
        var key = isChange
            ? StateKeys.CreateChangePrefix(resource)
                + StateKeys.FormatDescending(Assert.Single(await world.ReadChangesAsync(chat)).DecidedAt)
            : StateKeys.CreateApprovalPrefix(resource) + approval.Id[33..];
        await DamageAsync(key, payload, version);

        await RunAsync(5);

        var record = await ReadAsync(chat);
        Assert.Equal((EvaluationState.Ok, AuditOutcome.AwaitingApproval, 3), (record.State, record.Outcome, record.RecommendedUnits));
        Assert.NotEqual(approval.Id, (await FindOpenAsync(chat)).Id);
        var line = Assert.Single(await world.ReadDecisionsAsync(chat), line => line.Tick > ServiceWorld.Start.AddMinutes(3));
        Assert.Contains($"b-000/{key}", line.Reasons[0].Text, StringComparison.Ordinal);
        Assert.DoesNotContain(world.Channel.Sent, message => message.DedupKey.StartsWith("stateUnreadable/", StringComparison.Ordinal));
    }

    // Decided at 08:00 and approved at 08:22, of which only the change says the first: older than 15 minutes.
    [Fact]
    public async Task An_approved_change_that_waits_for_Azure_ends_where_its_approval_cannot_be_read_any_more()
    {
        var (chat, approval) = await RequestApprovalAsync();
        await RunAsync(20);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Conflict, "Azure says 409."));
        await ApproveAsync(approval);
        await RunAsync(1);
        await DamageAsync(StateKeys.CreateApprovalPrefix(StateKeys.Hash(chat)) + approval.Id[33..], "junk", 1);

        await RunAsync(8);

        Assert.Equal(ChangeState.Canceled, Assert.Single(await world.ReadChangesAsync(chat)).State);
        Assert.NotEqual(approval.Id, (await FindOpenAsync(chat)).Id);
    }

    // Azure refused the change to 3 units at 08:02, which rests until 09:02. That to 10 was canceled, not refused.
    [Fact]
    public async Task A_canceled_change_does_not_rest_for_an_earlier_one_that_was_refused()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await RunAsync(2);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.Refused, null, FailureCode.Locked, "The scope is locked.", null));
        await ApproveAsync(await FindOpenAsync(chat.Id));
        await RunAsync(2);
        chat.Settings = chat.Settings with { Pin = new ResourcePin(10, "a tag") };
        await RunAsync(1);
        world.Options = world.Options with { MaxUnitsPerHour = 1 };
        await ApproveAsync(await FindOpenAsync(chat.Id));

        await RunAsync(2);

        Assert.Equal(AuditOutcome.AwaitingApproval, (await ReadAsync(chat.Id)).Outcome);
        Assert.Equal(10, ApprovalPlan.Read(await FindOpenAsync(chat.Id))!.ToUnits);
    }

    // The limit allows no 2 units, and later any number: what was not made before is no reason for what is made now.
    [Fact]
    public async Task A_change_that_is_approved_a_second_time_has_the_reason_of_the_plan_alone()
    {
        var (_, approval) = await RequestApprovalAsync();
        world.Options = world.Options with { MaxUnitsPerHour = 1 };
        await ApproveAsync(approval);
        await RunAsync(2);

        world.Options = world.Options with { MaxUnitsPerHour = null };
        await ApproveAsync(await FindOpenAsync(approval.ResourceId));
        await RunAsync(6);

        var done = Assert.Single(world.Channel.Sent, message => message.Title.StartsWith("chat scaled out", StringComparison.Ordinal));
        Assert.StartsWith("In effect within 3 minutes. Needs 2.60 units now", done.Text, StringComparison.Ordinal);
    }

    // What is recommended ends after an hour without a decision; the approval can be answered for a day.
    [Theory]
    [InlineData(2, true)]
    [InlineData(90, true)]
    [InlineData(24 * 60, false)]
    public async Task While_evaluations_fail_an_approval_stays_pending_as_long_as_it_can_be_answered(int minutes, bool isPending)
    {
        var (chat, _) = await RequestApprovalAsync();
        world.Azure.MetricFailures.Add("chat");
        world.Clock.Advance(TimeSpan.FromMinutes(minutes));

        await RunAsync(1);

        var record = await ReadAsync(chat);
        Assert.Equal((EvaluationState.Failed, isPending), (record.State, record.Recommendation?.ApproveLink is not null));
    }

    private async Task DamageAsync(string key, string payload, int version)
    {
        var before = await world.Store.GetAsync("b-000", key, CancellationToken.None);
        var row = RowWrite.Put(key, version, before!.At, Encoding.UTF8.GetBytes(payload));
        await world.Store.CommitAsync("b-000", [row], CancellationToken.None);
    }

    private async Task ApproveAsync(ApprovalRecord approval) =>
        await (await world.CreateDependenciesAsync()).Approvals.ApproveAsync(
            approval,
            "mia",
            world.Clock.GetUtcNow(),
            CancellationToken.None
        );

    private async Task DeclineAsync(ApprovalRecord approval) =>
        await (await world.CreateDependenciesAsync()).Approvals.DeclineAsync(
            approval,
            "mia",
            world.Clock.GetUtcNow(),
            CancellationToken.None
        );

    private async Task<EvaluationRecord> ReadAsync(string id) =>
        (await (await world.OpenStateAsync()).Evaluations.FindAsync(id, CancellationToken.None))!;

    private async Task<(string Chat, ApprovalRecord Approval)> RequestApprovalAsync()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600).Id;
        await RunAsync(2);
        return (chat, await FindOpenAsync(chat));
    }

    private async Task<ApprovalRecord> FindOpenAsync(string id) =>
        (await (await world.OpenStateAsync()).Approvals.FindOpenAsync(id, world.Clock.GetUtcNow(), CancellationToken.None))!;

    private async Task RunAsync(int ticks)
    {
        var setup = await world.CreateDependenciesAsync() with
        {
            CreateApproval = Links.CreateApproval,
            Links = NotificationLinks.Create(AzureCloud.Public, Links),
        };
        var loop = new WatchLoop(new AdvisorService(setup, [world.Channel]), world.Clock, printed.Add);
        for (var tick = 0; tick < ticks; tick++)
        {
            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }
    }
}
