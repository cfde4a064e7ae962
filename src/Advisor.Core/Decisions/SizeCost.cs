using Advisor.Core.Capacity.Billing;

namespace Advisor.Core.Decisions;

/// <summary>Expected cost of a size up to the horizon, in the units of the objective and in money.</summary>
/// <param name="Units">Unit count of the size.</param>
/// <param name="UnitCost">Expected price of the units.</param>
/// <param name="OverloadCost">Expected price of overload.</param>
/// <param name="RemovedCost">Price of the units removed to reach the size.</param>
/// <param name="Cost">Units and messages for a month of 30 days; null when no price is known.</param>
public sealed record SizeCost(int Units, double UnitCost, double OverloadCost, double RemovedCost, MonthlyCost? Cost)
{
    /// <summary>Sum of the three prices; lower is better.</summary>
    public double Total => UnitCost + OverloadCost + RemovedCost;
}
