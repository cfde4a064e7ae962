using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Limits the units of a subscription and region to its quota; if the usage is unknown, the quota of the rules applies to this resource
/// alone.
/// </summary>
internal sealed class RegionalQuotaGuard : Guard
{
    public override string Code => ReasonCodes.RegionalQuota;

    public override int LimitStep(DecisionContext context, int wanted) =>
        wanted <= context.CurrentStep ? wanted : Math.Clamp(context.FindMaxStep(ComputeMaxUnits(context)), context.CurrentStep, wanted);

    public override string Describe(DecisionContext context, int wanted) =>
        $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} recommended; "
        + $"the quota of the subscription in this region allows {ComputeMaxUnits(context)}{DescribeRefusal(context)}. "
        + $"A support ticket raises the quota.";

    private static string DescribeRefusal(DecisionContext context) =>
        context.Observation.Fleet.QuotaRefusedAt is { } at ? $", and more was refused at {at.UtcDateTime:HH:mm} UTC" : "";

    private static int ComputeMaxUnits(DecisionContext context) =>
        context.Observation.Fleet.RegionalUnitsLeft is { } left
            ? context.Observation.Units + Math.Max(left, 0)
            : context.Rules.GetCatalog(context.Observation.Service).RegionalUnitQuota;
}
