using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Service.Notify;

/// <summary>
/// An alert as a channel with a minimum severity sees it: falling below it is resolved, rising to it is fired. Pure.
/// </summary>
internal static class AlertSeverityFilter
{
    /// <returns>Null where the channel gets nothing.</returns>
    public static AlertEvent? Apply(AlertSeverity minSeverity, AlertEvent alert)
    {
        var (was, stands) = (alert.PreviousSeverity >= minSeverity, alert.Severity >= minSeverity);
        return alert.Kind != AlertEventKind.Updated ? (stands ? alert : null)
            : was && stands ? alert
            : stands ? alert with { Kind = AlertEventKind.Fired }
            : was ? alert with { Kind = AlertEventKind.Resolved, Severity = alert.PreviousSeverity!.Value }
            : null;
    }
}
