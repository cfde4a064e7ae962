using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Service.Evaluation;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;

namespace Advisor.Service.Alerts;

/// <summary>Reads the alerts of a resource as of its last evaluation.</summary>
public static class CurrentAlerts
{
    /// <summary>Returns the pending and firing alerts; none when the resource was not evaluated yet or its state cannot be read.</summary>
    /// <param name="state">The state document of the resource.</param>
    /// <param name="evaluation">The newest evaluation, which has the suppressions; null when not known.</param>
    public static IReadOnlyList<Alert> Read(RuleSet rules, ResourceDocument? state, EvaluationRecord? evaluation) =>
        ResourceStateDocument.Read(state).Memory is { } document
            ? [.. AlertStateMachine.ListActive(rules.Alerts, document.Alerts.Alerts).Select(alert => AddSuppression(alert, evaluation))]
            : [];

    private static Alert AddSuppression(Alert alert, EvaluationRecord? evaluation) =>
        evaluation?.Alerts.FirstOrDefault(stored => stored.Id == alert.Id)?.SuppressedBy is { } reason
            ? alert with
            {
                SuppressedBy = reason,
            }
            : alert;
}
