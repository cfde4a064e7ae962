using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>The Free tier is never changed automatically: leaving it changes the address and interrupts the service.</summary>
internal sealed class FreeTier : Guard
{
    public override string Code => ReasonCodes.FreeTier;

    public override bool AdviceOnly(Situation s) => IsFree(s);

    public override int Allowed(Situation s, int wanted) => IsFree(s) ? s.InForce : wanted;

    public override bool Speaks(Situation s) => IsFree(s) && s.Units > s.Observation.Units;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"The Free tier holds {Wording.Counted(s.Sku.ConnectionsPerUnit, "connection")}; {s.Units:0.0} times that is needed. Leaving it changes the address and interrupts the service, so a person must do it.");

    private static bool IsFree(Situation s) => string.Equals(s.Sku.Tier, "Free", StringComparison.OrdinalIgnoreCase);
}
