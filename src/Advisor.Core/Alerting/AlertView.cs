using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>View of an alert after an evaluation, for people.</summary>
/// <param name="Phase">Phase; quiet if the alert resolved in this evaluation.</param>
/// <param name="SuppressedBy">Reason why the alert is not sent; null if it is not suppressed.</param>
/// <param name="IsFlapping">Whether the alert fired and cleared so often that it resolves later than usual.</param>
public sealed record AlertView(string Condition, AlertSeverity Severity, AlertPhase Phase, string? SuppressedBy, bool IsFlapping)
{
    /// <summary>The view as a status of a decision.</summary>
    public AlertStatus Status =>
        new(
            Condition,
            Severity switch
            {
                AlertSeverity.Info => "info",
                AlertSeverity.Warning => "warning",
                AlertSeverity.Error => "error",
                _ => "critical",
            },
            Phase switch
            {
                AlertPhase.Pending => "pending",
                AlertPhase.Firing => "firing",
                AlertPhase.NoData => "noData",
                _ => "resolved",
            },
            SuppressedBy
        );
}
