using System.Collections.Immutable;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>
/// Determines whether Advisor itself is handling an exceeded target. In the modes <c>auto</c> and <c>autoUp</c> a resource that Advisor
/// runs at its target is no incident: the team is notified if no change is in progress or just verified, if one has been awaited for too
/// long, if the last change did not help, or if no larger size can be bought.
/// </summary>
public static class OverloadHandling
{
    /// <summary>Returns the action by Advisor, in words; null if a person has to act.</summary>
    /// <param name="decision">Latest decision; null if none was possible.</param>
    /// <param name="isOverdue">Whether a change has been awaited for too long.</param>
    /// <param name="didNotHelp">Whether the last scale-out is known not to have helped.</param>
    public static string? Describe(
        AlertRules rules,
        Decision? decision,
        AlertFacts facts,
        bool isOverdue,
        bool didNotHelp,
        DateTimeOffset now
    ) =>
        !facts.ActsByItself || didNotHelp ? null
        : facts.ChangeInProgress || IsChange(decision)
            ? isOverdue ? null
                : "Advisor changes the size"
        : facts.ChangedAt is { } at && now - at < rules.SettleAfterChange ? "the size has just been changed"
        : decision is { Action: not ScalingAction.Advise, UnitsRequired: { } required } && required <= facts.UnitsInForce
            ? "Advisor runs the resource at its target"
        : null;

    /// <summary>Whether a decision is one that Advisor applies against an overload.</summary>
    internal static bool IsChange(Decision? decision) => decision is { Action: ScalingAction.ScaleOut or ScalingAction.ChangeTier };

    /// <summary>Whether the alerts of a resource show that its last scale-out did not help.</summary>
    internal static bool DidNotHelp(AlertRules rules, SubjectAlerts alerts, ImmutableArray<AlertReading> readings)
    {
        foreach (var condition in rules.ListConditions(AlertSubjectKind.Resource))
        {
            if (
                condition.Number == AlertNumber.ScaleOutDidNotHelp
                && (alerts.Find(condition.Id)?.Level >= 0 || readings.Contains(new AlertReading(condition.Id, 1)))
            )
            {
                return true;
            }
        }

        return false;
    }
}
