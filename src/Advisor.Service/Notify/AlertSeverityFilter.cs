using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Service.Notify;

/// <summary>
/// An alert as it looks to somebody who is told from a severity on: what falls below it is over, what rises to it begins. Pure.
/// </summary>
internal static class AlertSeverityFilter
{
    /// <returns>Null where nothing is to be told.</returns>
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
