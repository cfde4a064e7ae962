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
        var ((own, others), needed, units) = (context.FailoverPeak!.Value, context.FailoverUnits!.Value, context.Ladder[wanted]);
        var (theirs, share) =
            group.Others == 1 ? ($"by the other {group.Noun}", "") : ($"by the other {group.Others} {group.Noun}s", $" / {group.Others}");
        var time = context.IsSteady ? "over 14 days" : "in the busiest minute of the last hour";
        var limited =
            context.Ladder.FindStepAtLeast(needed) is not { } enough || units < enough
                ? $"; {context.Sku.Name} and the settings allow {units}"
                : "";
        var former = Wording.FormatCount(group.Former, group.Noun);
        var (serves, whose) = group.Former == 1 ? ("serves", "its") : ("serve", "their");
        var price = DescribePrice(context, units);
        return group.IsFormerAlone
            ? FigureText.Create(
                $"{former} no longer {serves}, and {whose} clients arrive here: {own:0.00} units are required here and {others:0.00} by "
                    + $"them {time}, so {needed:0.00} are needed{limited}.{price}"
            )
            : FigureText.Create(
                $"If one {group.Noun} fails, the others carry its clients: {own:0.00} units are required here and "
                    + $"{others:0.00} {theirs} {time}, "
                    + $"so each needs {(group.Others == 1 ? "" : $"({own:0.00} + {others:0.00}){share} = ")}{needed:0.00}{limited}."
            )
                + (
                    group.Former == 0
                        ? ""
                        : $" The last hour of {former} that no longer {serves} counts: {whose} clients arrive at the others."
                )
                + price;
    }

    private static string DescribePrice(DecisionContext context, int units)
    {
        var alone = context.Ladder[Math.Max(context.Ladder.FindIndexAtLeast(context.FailoverOwn), context.MinStep)];
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
