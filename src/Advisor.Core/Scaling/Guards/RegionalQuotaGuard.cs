using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Subscription and region allow so many units together; not known, the quota of the rules holds for this resource alone.
/// </summary>
internal sealed class RegionalQuotaGuard : Guard
{
    public override string Code => ReasonCodes.RegionalQuota;

    public override int AllowedStep(DecisionContext s, int wanted) =>
        wanted <= s.CurrentStep ? wanted : Math.Clamp(s.MaxStepWithin(MaxUnits(s)), s.CurrentStep, wanted);

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Wording.Count(s.Ladder[wanted], "unit")} {Wording.IsOrAre(s.Ladder[wanted])} recommended; the quota of the "
                + $"subscription in this region allows {MaxUnits(s)}{DescribeRefusal(s)}. A support ticket raises the quota."
        );

    private static string DescribeRefusal(DecisionContext s) =>
        s.Observation.Fleet.QuotaRefusedAt is { } at ? $", and more was refused at {at.UtcDateTime:HH:mm} UTC" : "";

    private static int MaxUnits(DecisionContext s) =>
        s.Observation.Fleet.RegionalUnitsLeft is { } left
            ? s.Observation.Units + Math.Max(left, 0)
            : s.Rules.Catalog(s.Observation.Service).RegionalUnitQuota;
}
