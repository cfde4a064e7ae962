using System.Text.Json.Serialization;
using Advisor.Core.Text;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Changes;

/// <summary>Outcome of an entry of the audit trail: what is done with a decision, or what a person did.</summary>
[JsonConverter(typeof(CamelCase<AuditOutcome>))]
public enum AuditOutcome
{
    /// <summary>The decision is to keep the size.</summary>
    Held,

    /// <summary>Only recorded, in the mode <c>observe</c>.</summary>
    Observed,

    Recommended,

    AwaitingApproval,

    Applying,

    /// <summary>Not applied although the mode permits it; the reasons of the entry say why.</summary>
    Suppressed,

    DryRun,

    /// <summary>A person has snoozed or dismissed the recommendation.</summary>
    Snoozed,

    /// <summary>A person has ended a snooze or a dismissal.</summary>
    SnoozeEnded,

    /// <summary>A person approved the change, which has not started yet.</summary>
    Approved,

    Declined,

    /// <summary>The plan was no longer valid when a person answered.</summary>
    ApprovalVoid,

    /// <summary>A person paused scaling.</summary>
    Paused,

    /// <summary>A person pinned the size.</summary>
    Pinned,

    /// <summary>A person ended a pause or a pin.</summary>
    Resumed,
}

/// <summary>Outcomes in words.</summary>
public static class AuditOutcomeText
{
    /// <summary>Returns the outcome in words, such as "dry run".</summary>
    public static string Describe(this AuditOutcome outcome) =>
        outcome switch
        {
            AuditOutcome.AwaitingApproval => "waiting for approval",
            AuditOutcome.ApprovalVoid => "approval no longer valid",
            AuditOutcome.DryRun => "dry run",
            AuditOutcome.SnoozeEnded => "snooze ended",
            _ => outcome.ToCamelCase(),
        };
}
