using Advisor.Core.Alerting;

namespace Advisor.Runtime.Alerts;

/// <summary>An alert as it looks to somebody who is told from a severity on: what falls below it is over, what rises to it begins. Pure.</summary>
internal static class AlertAsSeen
{
    /// <returns>Null where nothing is to be told.</returns>
    public static AlertNotification? From(AlertSeverity least, AlertNotification alert)
    {
        var (was, stands) = (alert.PreviousSeverity >= least, alert.Severity >= least);
        return alert.Kind != AlertNotificationKind.Updated ? (stands ? alert : null)
            : was && stands ? alert
            : stands ? alert with { Kind = AlertNotificationKind.Fired }
            : was ? alert with { Kind = AlertNotificationKind.Resolved, Severity = alert.PreviousSeverity!.Value }
            : null;
    }
}
