using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>An enabled Azure autoscale setting owns the size: what would be done is advice.</summary>
internal sealed class AutoscaleSetting : Guard
{
    public override string Code => ReasonCodes.AutoscaleEnabled;

    public override bool AdviceOnly(Situation s) => s.Observation.Fleet.AutoscaleEnabled;

    public override int Allowed(Situation s, int wanted) => s.Observation.Fleet.AutoscaleEnabled ? s.InForce : wanted;

    public override bool Speaks(Situation s) => s.Observation.Fleet.AutoscaleEnabled;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"An enabled autoscale setting owns the size; {Wording.Counted(s.Ladder[wanted], "unit")} {Wording.Are(s.Ladder[wanted])} advice. Disable it to let the size be changed here.");
}
