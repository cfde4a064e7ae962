using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Store;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Selects the handling of a decision from mode, dry run, stops, and the resource's earlier failures, snoozes and answered approvals.
/// </summary>
internal sealed class DecisionHandlingSelector(AdvisorState state, ServiceOptions options)
{
    public async Task<DecisionHandling> SelectAsync(
        Decision decision,
        UnwrittenEvaluation evaluation,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var (resource, stored) = (evaluation.Resource.Resource!, evaluation.Resource.Stored);
        var handling = await SelectAsync(decision, resource, stored.Tally, now, cancellation);
        handling = ApplySnooze(handling, decision, resource, stored.Snooze, now);

        return handling.Outcome != AuditOutcome.AwaitingApproval ? handling
            : evaluation.ApprovalProblem is { } problem ? handling with { Reason = ApprovalAudit.CreateUnreadable(problem) }
            : evaluation.Approval is { State: not ApprovalState.Pending } answered
                ? await ApplyAnswerAsync(handling, answered, decision, evaluation, now, cancellation)
            : handling;
    }

    // Who has answered is not asked again, until the plan changes or a new approval is due; after a yes not before the change has started,
    // and again where it was not made.
    private async Task<DecisionHandling> ApplyAnswerAsync(
        DecisionHandling handling,
        ApprovalRecord answered,
        Decision decision,
        UnwrittenEvaluation evaluation,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var resource = evaluation.Resource;
        var isSame = AuditKey.IsRepeated(evaluation.Document.Head, AuditKey.Create(decision, resource.Resource!, handling), now);
        if (answered.State == ApprovalState.Approved)
        {
            var read = await state.Changes.ReadAsync(answered.ChangeId, cancellation);
            if (read.Problems is [var problem])
            {
                return handling with { Reason = ApprovalAudit.CreateUnreadable(problem) };
            }

            var change = read.Records.SingleOrDefault();
            if (change is null && now - answered.SettledAt <= ChangeLimits.MaxDecisionAge)
            {
                return ApprovalAudit.CreateHandling(answered);
            }

            // A request that gave way to another change, or was lost, starts none.
            var isLost = change is null && isSame;
            var rests = change is { State: not ChangeState.Canceled } && FindPauseAfterFailure(resource.Stored.Tally, now) is not null;
            if (isLost || (change is { IsOpen: false, State: not ChangeState.Verified } && !rests))
            {
                return handling with { Reason = ApprovalAudit.CreateNotMade(change) };
            }
        }

        return isSame ? ApprovalAudit.CreateHandling(answered) : handling;
    }

    private static DecisionHandling ApplySnooze(
        DecisionHandling handling,
        Decision decision,
        FleetResource resource,
        RecommendationSnooze? snooze,
        DateTimeOffset now
    ) =>
        handling.Outcome is AuditOutcome.Recommended or AuditOutcome.AwaitingApproval
        && snooze?.Covers(resource.Size, decision.Target, now) == true
            ? new DecisionHandling(AuditOutcome.Snoozed, RecommendationSnoozes.CreateReason(snooze))
            : handling;

    private async Task<DecisionHandling> SelectAsync(
        Decision decision,
        FleetResource resource,
        ChangeTally? tally,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var handling = DecisionHandling.Decide(decision.Action, decision.Units > resource.Units, resource.Settings.Mode, options);
        if (!handling.Applies)
        {
            return handling;
        }

        var why = DecisionHandling.FindStop(options, await state.Fleet.FindPauseAsync(cancellation)) ?? FindPauseAfterFailure(tally, now);
        return why is null ? handling : new DecisionHandling(AuditOutcome.Suppressed, why);
    }

    // A lock does not disappear by retrying every minute; a quota refusal is stored for the region until its use changes. The tally holds
    // how and when the last change ended, however long ago it was decided.
    private Reason? FindPauseAfterFailure(ChangeTally? tally, DateTimeOffset now) =>
        tally is { State: ChangeState.Refused or ChangeState.Failed, Code: not nameof(FailureCode.Quota) } last
        && now < last.At + options.PauseAfterFailure
            ? new Reason(
                "RestingAfterRefusal",
                $"The change to {Wording.FormatCount(last.ToUnits, "unit")} {last.DescribeFailure()}; "
                    + $"Advisor tries again at {(last.At + options.PauseAfterFailure).UtcDateTime:HH:mm} UTC."
            )
            : null;
}
