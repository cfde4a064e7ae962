using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Cost;

/// <summary>
/// Computes the expected cost of sizes over the next hour, by the prices of the objective, for the explanation of a decision. The decision
/// itself is made by the sizing experts.
/// </summary>
internal static class ExpectedCost
{
    private const int HourHorizon = 3;
    private const int Minutes = 60;

    // An overload lasts until a scale-out requested in its first visible minute is in force: about two minutes of lag and four of delay.
    private const int OverloadMinutes = 6;

    /// <summary>Returns the sizes around the one in force and the preferred one, ascending, each with its cost.</summary>
    public static IReadOnlyList<SizeCost> ComputeAround(DecisionContext context, int wanted)
    {
        var (low, high) = (Math.Min(context.CurrentStep, wanted), Math.Max(context.CurrentStep, wanted));
        var sizes = new List<SizeCost>();
        for (var step = Math.Max(low - 1, 0); step <= Math.Min(high + 1, context.Ladder.Count - 1); step++)
        {
            sizes.Add(Compute(context, step));
        }

        return sizes;
    }

    /// <summary>Computes the expected cost of one size over the next hour.</summary>
    public static SizeCost Compute(DecisionContext context, int step)
    {
        var units = context.Ladder[step];
        return new(
            units,
            context.Prices.Unit * units * Minutes,
            context.Prices.Overload * OverloadMinutes * EstimateMissingUnits(context, units),
            context.Prices.Removal * Math.Max(context.Observation.Units - units, 0),
            MonthlyBill.Compute(context.Sku, units, context.Messages)
        );
    }

    // Each quantile represents the cases between it and the next lower one; cases above the highest count as equal to it. Without a
    // forecast the units required now replace the quantiles. Requirements beyond the largest useful size count as that size.
    private static double EstimateMissingUnits(DecisionContext context, int units)
    {
        double EstimateRequired(int quantile)
        {
            var need = context.IsForecastKnown ? context.ShownForecast.Quantiles[HourHorizon, quantile] : context.UnitsRequired;
            var required = context.Ladder[Math.Min(context.Ladder.FindIndexAtLeast(need), SizeSelector.FindMaxUsefulStep(context))];
            return required > units ? required : 0;
        }

        return (context.Levels.Middle * EstimateRequired(0))
            + ((context.Levels.Upper - context.Levels.Middle) * EstimateRequired(1))
            + ((1 - context.Levels.Upper) * EstimateRequired(2));
    }
}
