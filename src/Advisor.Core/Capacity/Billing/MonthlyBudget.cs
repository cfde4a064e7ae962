using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>Maximum bill of a calendar month, units and messages, of several resources.</summary>
/// <param name="Team">The team whose resources count; null = all resources.</param>
public sealed record MonthlyBudget(string? Team, Money Limit)
{
    /// <summary>Whether the resources of a team count.</summary>
    public bool IsOf(string? team) => Team is null || string.Equals(Team, team, StringComparison.OrdinalIgnoreCase);
}
