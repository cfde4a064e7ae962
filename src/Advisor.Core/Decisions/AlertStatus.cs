namespace Advisor.Core.Decisions;

/// <summary>Status of an alert condition after a decision.</summary>
/// <param name="Id">Id of the condition in rules/alerts.yaml.</param>
/// <param name="Severity">info, warning, error or critical.</param>
/// <param name="State">pending, firing or resolved.</param>
public sealed record AlertStatus(string Id, string Severity, string State);
