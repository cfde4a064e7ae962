using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>
/// Whether Advisor itself acts on a target that is exceeded. In the modes <c>auto</c> and <c>autoUp</c> a resource that Advisor runs at its
/// target is no incident: a person is notified where no change is in progress or just verified, where the last one did not help, and
/// where no larger size exists.
/// </summary>
public static class OverloadHandling
{
    /// <summary>What Advisor does about it, in words; null where a person has to.</summary>
    /// <param name="decision">What was decided just now; null where nothing could be.</param>
    /// <param name="didNotHelp">Whether the last scale-out is known not to have helped.</param>
    public static string? Describe(AlertRules rules, Decision? decision, AlertFacts facts, bool didNotHelp, DateTimeOffset now) =>
        !facts.ActsByItself || didNotHelp ? null
        : facts.ChangeInProgress || decision is { Action: ScalingAction.ScaleOut or ScalingAction.ChangeTier } ? "Advisor changes the size"
        : facts.ChangedAt is { } at && now - at < rules.SettleAfterChange ? "the size has just been changed"
        : decision is { Action: not ScalingAction.Advise, UnitsRequired: { } required } && required <= facts.UnitsInForce
            ? "Advisor runs the resource at its target"
        : null;

    /// <summary>Whether the alerts of a resource say that its last scale-out did not help.</summary>
    internal static bool DidNotHelp(AlertRules rules, SubjectAlerts alerts, IReadOnlyList<AlertReading> readings)
    {
        foreach (var condition in rules.Conditions)
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
