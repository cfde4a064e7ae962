using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;

namespace Advisor.Service.Approvals;

/// <summary>
/// Records answers to approvals: the answer, its audit record and the change request in one commit, so that an approval takes effect once.
/// The caller checks who may answer; this class checks that the plan is still current.
/// </summary>
public sealed class ApprovalService
{
    private readonly AdvisorState state;
    private readonly ChangePreconditions preconditions;

    internal ApprovalService(AdvisorState state, ChangePreconditions preconditions) =>
        (this.state, this.preconditions) = (state, preconditions);

    /// <summary>
    /// Approves a plan: requests the change if the plan is still current, the resource has its old size and nothing blocks the change.
    /// </summary>
    /// <param name="who">Person who answered; null if unknown.</param>
    public async Task<ApprovalOutcome> ApproveAsync(
        ApprovalRecord approval,
        string? who,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (approval.State != ApprovalState.Pending)
        {
            return new ApprovalOutcome(approval, IsLate: true);
        }

        var decision = await CurrentDecision.FindAsync(state, approval.ResourceId, now, cancellation);
        if (FindProblem(approval, decision, now) is { } problem)
        {
            return await SettleAsync(approval, ApprovalState.Void, who, problem, null, now, cancellation);
        }

        var request = CreateRequest(approval, decision!);
        var (stale, blocked) = await CheckResourceAsync(decision!, request, now, cancellation);
        if (blocked is not null)
        {
            return new ApprovalOutcome(approval, blocked);
        }

        if (stale is not null)
        {
            return await SettleAsync(approval, ApprovalState.Void, who, stale, null, now, cancellation);
        }

        return await SettleAsync(
            approval,
            ApprovalState.Approved,
            who,
            "Approved: the change starts within about a minute.",
            request.ToItem(approval.ResourceId, decision!.Tick),
            now,
            cancellation
        );
    }

    /// <summary>
    /// Declines a plan. When the plan is no longer current the outcome says so: declining an old plan does not decline its replacement.
    /// </summary>
    public async Task<ApprovalOutcome> DeclineAsync(
        ApprovalRecord approval,
        string? who,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        approval.State != ApprovalState.Pending
            ? new ApprovalOutcome(approval, IsLate: true)
            : await SettleAsync(
                approval,
                ApprovalState.Declined,
                who,
                await FindProblemAsync(approval, now, cancellation) is { } problem
                    ? $"Declined. {problem}"
                    : "Declined: Advisor changes nothing.",
                null,
                now,
                cancellation
            );

    /// <summary>
    /// Returns why a pending approval can no longer be given, judged by the stored state alone; null when it still can. Changes nothing.
    /// </summary>
    public async Task<string?> FindProblemAsync(ApprovalRecord approval, DateTimeOffset now, CancellationToken cancellation) =>
        FindProblem(approval, await CurrentDecision.FindAsync(state, approval.ResourceId, now, cancellation), now);

    private static string? FindProblem(ApprovalRecord approval, DecisionRecord? decision, DateTimeOffset now) =>
        now >= approval.ExpiresAt ? DescribeExpired(approval)
        : decision is null || decision.ChangeId != approval.ChangeId || ApprovalPlan.ComputeHash(decision) != approval.PlanHash
            ? DescribeReplaced(decision)
        : null;

    /// <summary>Returns the text for an approval that was not answered in time.</summary>
    public static string DescribeExpired(ApprovalRecord approval) =>
        $"Too late: the approval expired at {approval.ExpiresAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC.";

    private static string DescribeReplaced(DecisionRecord? newest) =>
        newest is null ? "Too late: this plan no longer exists."
        : newest.Action == ScalingAction.Hold
            ? $"Too late: since {newest.Tick.UtcDateTime:yyyy-MM-dd HH:mm} UTC Advisor recommends no change; " + $"{newest.To} is enough."
        : $"Too late: at {newest.Tick.UtcDateTime:yyyy-MM-dd HH:mm} UTC another plan replaced this one, "
            + $"{ChangeText.DescribeSizes(newest.From, newest.To)}. Answer the newest message.";

    private async Task<ApprovalOutcome> SettleAsync(
        ApprovalRecord approval,
        ApprovalState answer,
        string? who,
        string outcome,
        OutboxItem? request,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var settled = approval with { State = answer, SettledAt = now, SettledBy = who, Outcome = outcome };
        var commit = state.BeginCommit(approval.ResourceId).SettleApproval(settled);
        if (ApprovalAudit.CreateRecord(settled, request is not null) is { } record)
        {
            commit.Append(record);
        }

        if (request is not null)
        {
            commit.Enqueue(request);
        }

        return (await commit.RunAsync(cancellation)).IsCommitted
            ? new ApprovalOutcome(settled)
            : new ApprovalOutcome(await state.Approvals.FindAsync(approval.Id, cancellation) ?? approval, IsLate: true);
    }

    private static ChangeRequest CreateRequest(ApprovalRecord approval, DecisionRecord decision) =>
        new()
        {
            FromSku = decision.FromSku,
            FromUnits = decision.FromUnits,
            ToSku = decision.Sku,
            ToUnits = decision.Units,
            ApprovalId = approval.Id,
            PlanHash = approval.PlanHash,
            Reason = ChangeText.DescribeReasons(ApprovalAudit.FindReasons(decision)),
            Cost = ApprovalPlan.Read(approval)?.Cost,
        };

    /// <summary>Reads the resource and checks the preconditions of the change, just before it is requested.</summary>
    private async Task<(string? Stale, string? Blocked)> CheckResourceAsync(
        DecisionRecord decision,
        ChangeRequest request,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (await preconditions.FindStopAsync(cancellation) is { } stop)
        {
            return (null, $"Advisor is not applying changes at the moment. {stop.Text}");
        }

        if (await state.Changes.FindOpenAsync(decision.ResourceId, cancellation) is not null)
        {
            return (null, "Another change of this resource is in progress: wait until it completes.");
        }

        var (resource, failure) = await preconditions.ReadAsync(decision.ResourceId, now, cancellation);
        if (resource is null)
        {
            return failure!.Code == FailureCode.NotFound
                ? ("Too late: the resource was deleted.", null)
                : (null, $"Advisor cannot read the resource at the moment ({failure.Code}).");
        }

        if (!resource.HasSize(decision.From))
        {
            return ($"Too late: the resource is {resource.Size} now, not {decision.From}.", null);
        }

        // What only delays the request, such as an update in progress, blocks no approval.
        var failed = preconditions.FindFailed(request.ToChange(decision.ResourceId, decision.Tick), resource, now);
        return (null, failed?.NextState == ChangeState.Intended ? null : failed?.Text);
    }
}
