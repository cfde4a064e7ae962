using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.State.Changes;

namespace Advisor.Service.Change;

/// <summary>
/// A precondition that a change does not meet, and the state that follows: a final one, or <see cref="ChangeState.Intended"/> to try again
/// later.
/// </summary>
internal sealed record FailedPrecondition(ChangeState NextState, string Code, string Text);

/// <summary>Preconditions of a change, checked against the resource just before the request is sent.</summary>
internal static class ChangePreconditions
{
    public static FailedPrecondition? FindFailed(ChangeRecord change, FleetResource resource, ServiceOptions options, DateTimeOffset now)
    {
        if (resource.IsUpdating)
        {
            return new(
                ChangeState.Intended,
                "Updating",
                $"{resource.Name} is being changed ({resource.ProvisioningState}): Advisor sends the request later."
            );
        }

        if (resource.HasSize(change.To) && resource.IsSettled)
        {
            return change.Attempts > 0
                ? new(ChangeState.Verified, "Verified", "In effect.")
                : new(ChangeState.Canceled, "AlreadyThere", $"{resource.Name} already has {change.To}.");
        }

        if (!resource.HasSize(change.From))
        {
            return new(ChangeState.Canceled, "MovedOn", $"{resource.Name} is {resource.Size} now, not {change.From} as decided on.");
        }

        if (!resource.IsSettled)
        {
            return change.Attempts > 0
                ? new(ChangeState.Failed, resource.ProvisioningState, $"{resource.Name} is {resource.ProvisioningState} at its old size.")
                : new(
                    ChangeState.Refused,
                    resource.ProvisioningState,
                    $"{resource.Name} is {resource.ProvisioningState}: check it in the portal first."
                );
        }

        return FindFailedPolicy(change, resource, options, now);
    }

    private static FailedPrecondition? FindFailedPolicy(
        ChangeRecord change,
        FleetResource resource,
        ServiceOptions options,
        DateTimeOffset now
    )
    {
        var isScaleOut = change.ToUnits > change.FromUnits;
        return resource.AutoscaleSetting is { } setting
                ? new(
                    ChangeState.Refused,
                    "Autoscale",
                    $"The autoscale setting '{setting}' manages the size of {resource.Name}: disable it, or use mode recommend."
                )
            : FreezeWindows.FindActive(resource.Settings, now) is { } freeze
            && (change.OverridesFreeze != true || freeze.IsStrict || change.ChangesTier)
                ? new(
                    ChangeState.Canceled,
                    "FreezeWindow",
                    $"{freeze.Name} allows no change before {freeze.End.UtcDateTime:yyyy-MM-dd HH:mm}."
                )
            : resource.Settings.FindPause(isScaleOut, now) is { } pause
                ? new(ChangeState.Canceled, "Paused", pause.Describe(isScaleOut, now))
            : resource.Settings.FindPin(now) is { } pin && (change.ToUnits != pin.Units || change.ChangesTier)
                ? new(ChangeState.Canceled, "Pinned", pin.Describe(now))
            : change.ToUnits < change.FromUnits && !resource.Settings.AllowsScaleIn(now)
                ? new(ChangeState.Canceled, "ScaleInWindow", resource.Settings.DescribeScaleInWindows(now))
            : !DecisionHandling.IsPermitted(resource.Settings.Mode, isScaleOut, change.ApprovalId is not null)
                ? new(
                    ChangeState.Canceled,
                    "ModeChanged",
                    $"The mode of {resource.Name} is now {resource.Settings.Mode}, which does not permit this change."
                )
            : change.ApprovalId is null && now - change.DecidedAt > options.MaxDecisionAge
                ? new(
                    ChangeState.Canceled,
                    "Expired",
                    $"The decision is {(now - change.DecidedAt).TotalMinutes:0} minutes old: the next tick decides again."
                )
            : change.Attempts >= options.MaxSendAttempts
                ? new(
                    ChangeState.Failed,
                    "NotInEffect",
                    $"Advisor sent the change {Wording.FormatCount(change.Attempts, "time")}, and {resource.Name} still has its old size."
                )
            : null;
    }
}
