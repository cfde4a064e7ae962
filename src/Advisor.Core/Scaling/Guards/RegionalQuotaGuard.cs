using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Limits the units of a subscription and region to its quota; if the use is unknown, the limit applies to this resource alone.
/// </summary>
internal sealed class RegionalQuotaGuard : Guard
{
    public override string Code => ReasonCodes.RegionalQuota;

    public override int LimitStep(DecisionContext context, int wanted) =>
        wanted <= context.CurrentStep
            ? wanted
            : Math.Clamp(context.FindMaxStep(ComputeMaxUnits(context.Input)), context.CurrentStep, wanted);

    public override string Describe(DecisionContext context, int wanted) =>
        $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} recommended; "
        + $"the quota of the subscription in this region allows {ComputeMaxUnits(context.Input)}{DescribeRefusal(context)}"
        + $"{DescribeOrigin(context)}. "
        + $"A support ticket raises the quota.";

    private static string DescribeRefusal(DecisionContext context) =>
        context.Observation.Fleet.QuotaRefusedAt is { } at ? $", and more was refused at {at.UtcDateTime:HH:mm} UTC" : "";

    private static string DescribeOrigin(DecisionContext context) =>
        context.Observation.Fleet.Quota is { Limit: < QuotaOrigin.Unlimited } quota ? $" ({quota.Describe()})" : "";

    /// <summary>Returns the units that the quota leaves to the resource, with those that it has.</summary>
    internal static int ComputeMaxUnits(DecisionInput input) =>
        input.Observation.Fleet.FindMaxUnits(input.Rules.GetCatalog(input.Observation.Service), input.Observation.Units);

    /// <summary>Returns the limit of subscription and region, the default of the rules if none is known.</summary>
    internal static int GetLimit(DecisionInput input) =>
        input.Observation.Fleet.FindQuota(input.Rules.GetCatalog(input.Observation.Service), input.Observation.Units);
}
