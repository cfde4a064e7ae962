using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Store;

namespace Advisor.Service.Changes;

/// <summary>Handling of a decision: applied, sent for approval, recommended, suppressed or only recorded.</summary>
/// <param name="Code">Its code in the audit trail.</param>
/// <param name="Reason">Reason why the decision is not applied although its mode permits it; null otherwise.</param>
internal sealed record DecisionHandling(string Code, Reason? Reason = null)
{
    public const string Applying = "applying";
    public const string AwaitingApproval = "awaitingApproval";
    public const string Recommended = "recommended";
    public const string Suppressed = "suppressed";
    public const string Snoozed = "snoozed";
    public const string DryRun = "dryRun";

    /// <summary>A person approved the change, which has not started yet.</summary>
    public const string Approved = "approved";

    /// <summary>A person declined the change.</summary>
    public const string Declined = "declined";

    /// <summary>The plan was no longer valid when a person answered.</summary>
    public const string ApprovalVoid = "approvalVoid";

    /// <summary>Whether the approval of the change was answered.</summary>
    public bool IsAnswer => Code is Approved or Declined or ApprovalVoid;

    public bool Applies => Code == Applying;

    /// <summary>Selects the handling of a decision from mode, dry run and kill switch.</summary>
    /// <param name="isScaleOut">Whether the decision requires more units than are in force.</param>
    public static DecisionHandling Decide(ScalingAction action, bool isScaleOut, AdvisorMode mode, ServiceOptions options) =>
        action switch
        {
            ScalingAction.Hold => new("held"),
            _ when mode == AdvisorMode.Observe => new("observed"),
            ScalingAction.Advise => new(Recommended),
            _ when mode == AdvisorMode.Approve => new(AwaitingApproval),
            _ when !IsPermitted(mode, isScaleOut, approved: false) => new(Recommended),
            _ when options.DryRun => new(DryRun, new Reason("DryRun", "Dry run: nothing is applied.")),
            _ when FindStop(options, null) is { } why => new(Suppressed, why),
            _ => new(Applying),
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
