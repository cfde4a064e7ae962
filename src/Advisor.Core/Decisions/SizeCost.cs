using Advisor.Core.Capacity.Billing;

namespace Advisor.Core.Decisions;

/// <summary>What a size would be expected to cost until the horizon, in the units of the objective and in money.</summary>
/// <param name="Units">The size.</param>
/// <param name="UnitCost">Expected price of its units.</param>
/// <param name="OverloadCost">Expected price of overload at it.</param>
/// <param name="RemovedCost">Price of the units removed to reach it.</param>
/// <param name="Cost">Its units and messages for a month of 30 days; null where no price is known.</param>
public sealed record SizeCost(int Units, double UnitCost, double OverloadCost, double RemovedCost, MonthlyCost? Cost)
{
    public double Total => UnitCost + OverloadCost + RemovedCost;
}
