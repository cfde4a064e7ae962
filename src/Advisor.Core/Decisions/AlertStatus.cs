namespace Advisor.Core.Decisions;

/// <summary>Status of an alert condition after a decision.</summary>
/// <param name="Id">Id of the condition in rules/alerts.yaml.</param>
/// <param name="Severity">info, warning, error or critical.</param>
/// <param name="State">pending, firing or resolved.</param>
/// <param name="SuppressedBy">Reason why notifications of the alert are suppressed; null if they are not, or that is not known.</param>
public sealed record AlertStatus(string Id, string Severity, string State, string? SuppressedBy = null);
