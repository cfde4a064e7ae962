using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Alerts;

/// <summary>Determines when the failed changes of a resource matter no more. Pure.</summary>
internal static class FailureSeries
{
    /// <summary>
    /// Whether Advisor wants no change of the resource, or makes none in its mode: a failed one is not tried again. That Azure leaves the
    /// resource as Failed until the next write changes nothing of this.
    /// </summary>
    /// <param name="decision">The decision of this evaluation; null if there is none.</param>
    public static bool IsUnwanted(Decision? decision, FleetResource resource) =>
        resource.Settings.Mode is AdvisorMode.Observe or AdvisorMode.Recommend
        || (!resource.IsUpdating && decision is not null && (decision.IsSizeWanted() || IsLeftToPeople(decision, resource)));

    // In mode approve a change is made once a person approves it.
    private static bool IsLeftToPeople(Decision decision, FleetResource resource) =>
        resource.Settings.Mode != AdvisorMode.Approve
        && (
            decision.Action == ScalingAction.Advise
            || (
                decision.Action != ScalingAction.Hold
                && !DecisionHandling.IsPermitted(resource.Settings.Mode, decision.Units > resource.Units, approved: false)
            )
        );

    /// <summary>
    /// Returns the results of changes to store where the failures end: with the size of the failed change in force after all, and with
    /// their alert, so that the first failure after that is the first again. Null where nothing ends.
    /// </summary>
    /// <param name="after">The alerts after this evaluation.</param>
    public static ChangeTally? FindEnded(AlertRules rules, UnwrittenEvaluation evaluation, ResourceAlerts after)
    {
        var (resource, tally) = (evaluation.Resource, evaluation.Resource.Stored.Tally);
        return resource.HasLateEnd ? tally
            : tally is { FailedInARow: > 0 }
            && resource.Stored.OpenChange is null
            && IsUnwanted(evaluation.Result.Decision, resource.Resource!)
            && !AlertStateMachine.ListActive(rules, after.Alerts).Any(alert => rules.Find(alert.Id)?.Number == AlertNumber.FailedChanges)
                ? tally with
                {
                    FailedInARow = 0,
                }
            : null;
    }
}
