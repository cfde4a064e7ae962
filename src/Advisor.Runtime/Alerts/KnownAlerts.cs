using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Alerts;

/// <summary>The alerts of a resource as its last turn left them, for who asks.</summary>
public static class KnownAlerts
{
    /// <summary>Those that pend or fire; none where the resource had no turn yet or its state cannot be read.</summary>
    /// <param name="state">The state document of the resource.</param>
    public static IReadOnlyList<StandingAlert> Of(RuleSet rules, Document? state) =>
        ServiceMemory.Read(state).Memory is { } memory ? AlertMachine.Standing(rules.Alerts, memory.Alerts.Alerts) : [];
}
