using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Store;

namespace Advisor.Service.Changes;

/// <summary>Handling of a decision: applied, sent for approval, recommended, suppressed or only recorded.</summary>
/// <param name="Outcome">Its outcome in the audit trail.</param>
/// <param name="Reason">Reason why the decision is not applied although its mode permits it; null otherwise.</param>
internal sealed record DecisionHandling(AuditOutcome Outcome, Reason? Reason = null)
{
    /// <summary>Whether the approval of the change was answered.</summary>
    public bool IsAnswer => Outcome is AuditOutcome.Approved or AuditOutcome.Declined or AuditOutcome.ApprovalVoid;

    /// <summary>Whether a person is asked again since the change that was approved was not made, for a reason.</summary>
    public bool AsksAgain => Outcome == AuditOutcome.AwaitingApproval && Reason is not null;

    public bool Applies => Outcome == AuditOutcome.Applying;

    /// <summary>Selects the handling of a decision from mode, dry run and kill switch.</summary>
    /// <param name="isScaleOut">Whether the decision requires more units than are in force.</param>
    public static DecisionHandling Decide(ScalingAction action, bool isScaleOut, AdvisorMode mode, ServiceOptions options) =>
        action switch
        {
            ScalingAction.Hold => new(AuditOutcome.Held),
            _ when mode == AdvisorMode.Observe => new(AuditOutcome.Observed),
            ScalingAction.Advise => new(AuditOutcome.Recommended),
            _ when mode == AdvisorMode.Approve => new(AuditOutcome.AwaitingApproval),
            _ when !IsPermitted(mode, isScaleOut, approved: false) => new(AuditOutcome.Recommended),
            _ when options.DryRun => new(AuditOutcome.DryRun, new Reason("DryRun", "Dry run: nothing is applied.")),
            _ when FindStop(options, null) is { } why => new(AuditOutcome.Suppressed, why),
            _ => new(AuditOutcome.Applying),
        };

    /// <summary>Whether a mode permits a change to be made now.</summary>
    public static bool IsPermitted(AdvisorMode mode, bool isScaleOut, bool approved) =>
        mode switch
        {
            AdvisorMode.Auto => true,
            AdvisorMode.AutoUp => isScaleOut || approved,
            AdvisorMode.Approve => approved,
            _ => false,
        };

    /// <summary>Returns why nothing may be applied at all; null when applying is permitted.</summary>
    public static Reason? FindStop(ServiceOptions options, PauseMark? pause) =>
        options.Paused ? new Reason("Paused", "Changes are turned off in the settings.")
        : options.DryRun ? new Reason("DryRun", "Dry run: nothing is applied.")
        : pause is not null ? new Reason("Paused", $"Changes were stopped by {pause.By}: {pause.Reason}")
        : null;
}
