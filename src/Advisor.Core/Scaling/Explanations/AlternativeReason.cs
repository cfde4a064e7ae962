using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Guards;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>Explains why no size of the SKU is enough, now or over the look-back, and what is.</summary>
internal static class AlternativeReason
{
    /// <summary>Returns the reason for the alternatives of a decision, of which there is at least one.</summary>
    public static Reason Describe(DecisionContext context)
    {
        var isRoutingUnlimited = context.Required.ByLimit.Routing is { } routing && double.IsInfinity(routing);
        var exceeded =
            (
                context.HasTooManyMessages || (context.State.Usage.IsAnyDayFull(context.Sku) && !ExceedsLimit(context))
                    ? "A day has more messages than the Free tier sends."
                : IsOfLookBack(context) ? DescribeLookBack(context)
                : DescribeExceededLimit(context)
            ) + DescribeQuota(context);
        return new Reason(
            isRoutingUnlimited ? ReasonCodes.RoutingWall : ReasonCodes.NoSizeSuffices,
            $"{exceeded} {AlternativeText.DescribeHeadline(context.Alternatives)}."
        ).WithLineText($"{exceeded} {string.Join(" Or: ", context.Alternatives.Select(way => way.Sentence))}");
    }

    // The minute itself, and what a full size is estimated to need, are within the SKU.
    private static bool IsOfLookBack(DecisionContext context) =>
        context is { IsSteady: true, Full: null, Required.Units: { } units } && units <= context.Ladder.Max;

    // With a target of 100 % a full size shows no more than it has.
    private static string DescribeLookBack(DecisionContext context)
    {
        var (steady, end) = (context.Steady!, context.Ladder.Max);
        var load =
            steady.Peak.Units > end
                ? FigureText.Create($"needed {(steady.IsPeakBound ? "at least " : "")}{steady.Peak.Units:0.0}")
                : "filled them";
        return $"{context.Sku.Name} ends at {Wording.FormatCount(end, "unit")}, and the load of the last "
            + $"{Wording.FormatCount(steady.LookBack.TotalDays, "day")} {load}.";
    }

    // An incomplete minute may show less than the complete ones before it.
    private static bool ExceedsLimit(DecisionContext context) => FindExceededLimit(context).Share.Value > 1;

    // The limit that no number of units of this SKU keeps, and the excess.
    private static string DescribeExceededLimit(DecisionContext context)
    {
        var (limit, share) = FindExceededLimit(context);
        return $"{limit} is at {Wording.FormatUtilization(share)} of what {context.Sku.Name} carries at any size.";
    }

    // The quota of a larger SKU in this region.
    private static string DescribeQuota(DecisionContext context)
    {
        var premium = context.Alternatives.FirstOrDefault(way => way is { Instances: 1, Sku: { } sku } && sku != context.Sku.Name);
        var (quota, allowed) = (RegionalQuotaGuard.GetLimit(context.Input), RegionalQuotaGuard.ComputeMaxUnits(context.Input));
        return premium is null ? ""
            : quota >= QuotaOrigin.Unlimited ? $" {premium.Sku} carries more."
            : FigureText.Create($" {premium.Sku} carries more; the quota of subscription and region is {quota} units")
                + (
                    premium.Units > allowed && premium.Units <= quota
                        ? FigureText.Create($", of which this resource may have {allowed}")
                        : ""
                )
                + (premium.Units > allowed ? ", so it takes a support ticket." : ".");
    }

    /// <summary>Returns the most exceeded limit at the size that carries the most of it, and its utilization there.</summary>
    private static (string Limit, Ratio Share) FindExceededLimit(DecisionContext context)
    {
        var demand = context.State.Model!.ComputeDemand(context.Observation.Readings, context.Required.MeasuredUnits) with
        {
            ServerLoadUnits = context.Required.ServerLoadUnits,
        };
        var utilization = context.State.Model.ComputeUtilization(demand, context.Ladder.Max);
        var limit = LimitingFactor.Limits.MaxBy(limit => utilization[limit]?.Value ?? -1);
        var name = limit switch
        {
            Limit.ServerLoad => "Server load",
            Limit.Connections => "The number of connections",
            Limit.Inbound => "Inbound traffic",
            Limit.Outbound => "Outbound traffic",
            _ => "Routing",
        };
        return (name, utilization[limit] ?? default);
    }
}
