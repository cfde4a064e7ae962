using Advisor.Core.Decisions;

namespace Advisor.Core.Alerting;

/// <summary>Result of an evaluation.</summary>
/// <param name="State">State to pass to the next evaluation; store it together with the messages in one commit.</param>
/// <param name="Events">Events to notify, in the order of the rules.</param>
/// <param name="Alerts">All pending and firing alerts, and those that resolved in this evaluation.</param>
public sealed record AlertStep<TState>(TState State, IReadOnlyList<AlertEvent> Events, IReadOnlyList<Alert> Alerts);
