using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>One change at a time.</summary>
internal sealed class ChangeInProgress : Guard
{
    public override string Code => ReasonCodes.ChangeInProgress;

    public override int Allowed(Situation s, int wanted) => s.Observation.ChangeInProgress ? s.InForce : wanted;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"A change is in progress; {Wording.Counted(s.Ladder[wanted], "unit")} {Wording.Are(s.Ladder[wanted])} wanted after it.");
}
