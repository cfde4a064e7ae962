using Advisor.Core.Alerting;

namespace Advisor.Service.Evaluate;

/// <summary>The evaluated alerts of a resource: written in one commit with the state.</summary>
/// <param name="State">What they remember.</param>
/// <param name="Alerts">All that pend or fire, and those resolved just now.</param>
/// <param name="Events">What its team is notified of.</param>
internal sealed record AlertEvaluation(ResourceAlerts State, IReadOnlyList<AlertView> Alerts, IReadOnlyList<AlertEvent> Events)
{
    public static AlertEvaluation Evaluate(AlertContext context, ResourceAlerts before, AlertSuppression suppressions, DateTimeOffset now)
    {
        var (after, step) = before.Advance(context.Rules, context.Subject, context.Decision, context.CreateFacts(), suppressions, now);
        return new AlertEvaluation(after, step.Alerts, [.. step.Events.Select(alert => AlertDescriber.Describe(alert, context))]);
    }
}
