using Advisor.Core.Alerting;

namespace Advisor.Service.Evaluate;

/// <summary>Result of evaluating a resource's alerts, written in one commit with the state.</summary>
/// <param name="State">State of the alerts after the evaluation.</param>
/// <param name="Alerts">Pending and firing alerts, and those just resolved.</param>
/// <param name="Events">Events to notify the team of.</param>
internal sealed record AlertEvaluation(ResourceAlerts State, IReadOnlyList<AlertView> Alerts, IReadOnlyList<AlertEvent> Events)
{
    public static AlertEvaluation Evaluate(AlertContext context, ResourceAlerts before, AlertSuppression suppressions, DateTimeOffset now)
    {
        var (after, step) = before.Advance(context.Rules, context.Subject, context.Decision, context.CreateFacts(), suppressions, now);
        return new AlertEvaluation(after, step.Alerts, [.. step.Events.Select(alert => AlertDescriber.Describe(alert, context))]);
    }
}
