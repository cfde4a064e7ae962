using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>An enabled Azure autoscale setting manages the size: what Advisor would do is advisory.</summary>
internal sealed class AutoscaleSetting : Guard
{
    public override string Code => ReasonCodes.AutoscaleEnabled;

    public override bool AdviceOnly(Situation s) => s.Observation.Fleet.AutoscaleEnabled;

    public override int Allowed(Situation s, int wanted) => s.Observation.Fleet.AutoscaleEnabled ? s.InForce : wanted;

    public override bool Speaks(Situation s) => s.Observation.Fleet.AutoscaleEnabled;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"Azure autoscale manages this resource, so {Wording.Counted(s.Ladder[wanted], "unit")} {Wording.Are(s.Ladder[wanted])} advisory. Disable the autoscale setting to let Advisor change the size.");
}
