using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Service.Alerts;

/// <summary>
/// Applies the minimum severity of a channel to an alert: falling below it resolves the alert there, rising to it fires it. Pure.
/// </summary>
internal static class AlertSeverityFilter
{
    /// <returns>The event as the channel gets it; null when it gets none.</returns>
    public static AlertEvent? Apply(AlertSeverity minSeverity, AlertEvent alert)
    {
        var (was, stands) = (alert.PreviousSeverity >= minSeverity, alert.Severity >= minSeverity);
        alert = alert with { Severities = alert.Severities?.Where(severity => severity >= minSeverity).ToList() };
        return alert.Kind != AlertEventKind.Updated ? (stands ? alert : null)
            : was && stands ? alert
            : stands ? alert with { Kind = AlertEventKind.Fired }
            : was ? alert with { Kind = AlertEventKind.Resolved, Severity = alert.PreviousSeverity!.Value }
            : null;
    }
}
