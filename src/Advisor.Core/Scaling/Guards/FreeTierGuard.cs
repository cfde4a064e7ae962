using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>The Free tier is never changed automatically: leaving it changes the address and interrupts the service.</summary>
internal sealed class FreeTierGuard : Guard
{
    public override string Code => ReasonCodes.FreeTier;

    public override bool IsAdvisory(DecisionContext s) => IsFree(s);

    public override int AllowedStep(DecisionContext s, int wanted) => IsFree(s) ? s.CurrentStep : wanted;

    public override bool HasRemark(DecisionContext s) => IsFree(s) && s.UnitsRequired > s.Observation.Units;

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"The Free tier accepts {Wording.Count(s.Sku.ConnectionsPerUnit, "connection")}; {s.UnitsRequired:0.0} times that "
                + $"is needed. Leaving it changes the address and interrupts the service, so Advisor does not do it: change the "
                + $"tier yourself."
        );

    private static bool IsFree(DecisionContext s) => string.Equals(s.Sku.Tier, "Free", StringComparison.OrdinalIgnoreCase);
}
