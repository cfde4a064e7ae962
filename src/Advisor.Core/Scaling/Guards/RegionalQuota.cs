using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Subscription and region allow so many units together; not known, the quota of the rules holds for this resource alone.</summary>
internal sealed class RegionalQuota : Guard
{
    public override string Code => ReasonCodes.RegionalQuota;

    public override int Allowed(Situation s, int wanted) =>
        wanted <= s.InForce ? wanted : Math.Clamp(s.HighestWithin(Most(s)), s.InForce, wanted);

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Wording.Counted(s.Ladder[wanted], "unit")} {Wording.Are(s.Ladder[wanted])} wanted; the quota of the subscription in this region allows {Most(s)}{Refused(s)}. Ask for more with a support ticket.");

    private static string Refused(Situation s) => s.Observation.Fleet.QuotaRefusedAt is { } at ? $", and more was refused at {at.UtcDateTime:HH:mm} UTC" : "";

    private static int Most(Situation s) => s.Observation.Fleet.RegionalUnitsLeft is { } left
        ? s.Observation.Units + Math.Max(left, 0)
        : s.Rules.Catalog(s.Observation.Service).RegionalUnitQuota;
}
