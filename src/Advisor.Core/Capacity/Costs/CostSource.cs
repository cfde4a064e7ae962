namespace Advisor.Core.Capacity.Costs;

/// <summary>Where the cost of past days comes from.</summary>
public enum CostSource
{
    /// <summary>Computed from sizes, messages and prices.</summary>
    Estimate,

    /// <summary>The estimate, and beside it the cost that Cost Management states.</summary>
    Actual,
}
