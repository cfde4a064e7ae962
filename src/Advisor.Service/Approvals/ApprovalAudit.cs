using Advisor.Core.Decisions;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Service.Approvals;

/// <summary>The audit records of answers to approvals, and what the evaluations after them say.</summary>
internal static class ApprovalAudit
{
    private const string NotMade = "ApprovedChangeNotMade";

    /// <summary>Creates the audit record of an answer: the plan, who answered and what followed.</summary>
    public static DecisionRecord? CreateRecord(ApprovalRecord settled, bool ordered) =>
        ApprovalPlan.Read(settled) is not { } plan
            ? null
            : new DecisionRecord
            {
                ResourceId = settled.ResourceId,
                Tick = PersonLine.MoveOffTick(settled.SettledAt!.Value),
                Action = plan.Action,
                Outcome = ToOutcome(settled.State),
                FromSku = plan.FromSku,
                FromUnits = plan.FromUnits,
                Sku = plan.ToSku,
                Units = plan.ToUnits,
                Mode = plan.Mode,
                Actor = settled.SettledBy ?? "unknown",
                Reasons = [new Reason("Answered", $"{settled.Outcome} Through the link of approval {settled.Id}."), .. plan.Reasons],
                ChangeId = ordered ? settled.ChangeId : null,
            };

    /// <summary>Creates the handling of a decision whose approval was answered.</summary>
    public static DecisionHandling CreateHandling(ApprovalRecord settled) =>
        new(ToOutcome(settled.State), new Reason("Answered", Describe(settled)));

    /// <summary>Creates the reason for which a person is asked again about a change.</summary>
    /// <param name="change">The change; null = none was started.</param>
    public static Reason CreateNotMade(ChangeRecord? change) =>
        new(NotMade, $"The approved change was not made. {(change is null ? "It was not started." : change.Text)}");

    /// <summary>Creates the reason for which a person is asked again where what became of the last answer cannot be read.</summary>
    public static Reason CreateUnreadable(string problem) =>
        new(NotMade, $"What became of the approval that was requested before is not known. {problem}");

    /// <summary>The reasons of a plan: why a person is asked again about it is none.</summary>
    public static IEnumerable<Reason> FindReasons(DecisionRecord plan) => plan.Reasons.Where(reason => reason.Code != NotMade);

    private static string Describe(ApprovalRecord settled)
    {
        var answered = $"by {settled.SettledBy ?? "someone with the link"} at {settled.SettledAt?.UtcDateTime:yyyy-MM-dd HH:mm} UTC";
        return settled.State switch
        {
            ApprovalState.Approved => $"Approved {answered}.",
            ApprovalState.Declined => $"Declined {answered}. Advisor asks again after "
                + $"{settled.ExpiresAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC, or when the change differs.",
            _ => $"Answered {answered}. {settled.Outcome}",
        };
    }

    private static AuditOutcome ToOutcome(ApprovalState state) =>
        state switch
        {
            ApprovalState.Approved => AuditOutcome.Approved,
            ApprovalState.Declined => AuditOutcome.Declined,
            _ => AuditOutcome.ApprovalVoid,
        };
}
