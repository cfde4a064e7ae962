using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>Words for a size that is larger than its own clients need, so that it can take over from others.</summary>
internal static class FailoverReason
{
    /// <summary>
    /// Returns the sentences: what must be carried if one fails, the size that this needs, and the price of the difference.
    /// </summary>
    /// <param name="wanted">Preferred step before the guards.</param>
    public static string Describe(DecisionContext context, int wanted)
    {
        var group = context.Observation.Fleet.Failover!;
        var (own, needed, units) = (context.FailoverOwn, context.FailoverUnits!.Value, context.Ladder[wanted]);
        var others = (needed * group.Others) - own;
        var (theirs, share) =
            group.Others == 1 ? ($"by the other {group.Noun}", "") : ($"by the other {group.Others} {group.Noun}s", $" / {group.Others}");
        var time = context.IsSteady ? "over 14 days" : "in the last hour";
        var limited = units < needed ? $"; {context.Sku.Name} and the settings allow {units}" : "";
        return FigureText.Create(
                $"If one {group.Noun} fails, the others carry its clients: {own:0.00} units are required here and "
                    + $"{others:0.00} {theirs} {time}, "
                    + $"so each needs {(group.Others == 1 ? "" : $"({own:0.00} + {others:0.00}){share} = ")}{needed:0.00}{limited}."
            ) + DescribePrice(context, own, units);
    }

    private static string DescribePrice(DecisionContext context, double own, int units)
    {
        var alone = context.Ladder[Math.Max(context.Ladder.FindIndexAtLeast(own), context.MinStep)];
        if (alone >= units)
        {
            return "";
        }

        var price = MonthlyBill.ComputeChange(
            MonthlyBill.Compute(context.Sku, alone, context.Messages),
            MonthlyBill.Compute(context.Sku, units, context.Messages)
        )
            is { } money
            ? $" for {Wording.FormatAmount(money)} a month"
            : "";
        return $" Its own clients need {alone}; failover: one adds {Wording.FormatCount(units - alone, "unit")}{price}.";
    }
}
