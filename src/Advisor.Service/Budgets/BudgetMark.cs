namespace Advisor.Service.Budgets;

/// <summary>Subjects whose budgets were evaluated, so that the alert of a budget that was removed from the settings is closed.</summary>
/// <param name="Teams">Teams with a budget of their own.</param>
/// <param name="HasFleet">Whether the fleet has a budget.</param>
public sealed record BudgetMark(IReadOnlyList<string> Teams, bool HasFleet);
