using Advisor.Core.Alerting;

namespace Advisor.Runtime.Alerts;

/// <summary>What the alerts of a resource came to in its turn: to be written in one commit with the state.</summary>
/// <param name="After">What they remember.</param>
/// <param name="Alerts">All that pend or fire, and those resolved just now.</param>
/// <param name="Reports">What its team is told.</param>
internal sealed record AlertTurn(ResourceAlerts After, IReadOnlyList<AlertView> Alerts, IReadOnlyList<AlertReport> Reports)
{
    public static AlertTurn Of(ResourceSituation situation, ResourceAlerts before, AlertHolds holds, DateTimeOffset now)
    {
        var (after, step) = before.Advance(situation.Rules, situation.Subject, situation.Decision, situation.Facts(), holds, now);
        return new AlertTurn(after, step.Alerts, [.. step.Notifications.Select(alert => ReportWords.Of(alert, situation))]);
    }
}
