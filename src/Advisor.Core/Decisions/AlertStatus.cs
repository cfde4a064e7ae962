namespace Advisor.Core.Decisions;

/// <summary>An alert condition as it stands after this decision.</summary>
/// <param name="Id">Id of the condition in rules/alerts.yaml.</param>
/// <param name="Severity">info, warning, error or critical.</param>
/// <param name="State">pending, firing or resolved.</param>
public sealed record AlertStatus(string Id, string Severity, string State);
