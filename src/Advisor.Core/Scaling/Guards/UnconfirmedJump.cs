using System.Globalization;

namespace Advisor.Core.Scaling.Guards;

/// <summary>One reading far above the ones before it changes nothing: a second one in a row must confirm it. Announced floors go on.</summary>
internal sealed class UnconfirmedJump : Guard
{
    public override string Code => ReasonCodes.UnconfirmedJump;

    public override int Allowed(Situation s, int wanted) =>
        s.WaitsForSecondReading ? Math.Max(s.InForce, Math.Min(wanted, KnownNeed.Announced(s))) : wanted;

    public override bool Speaks(Situation s) => s.WaitsForSecondReading;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"One reading needs {s.State.Readings.UnconfirmedUnits:0.0} units, more than two steps above the {s.Observation.Units} in force: "
            + $"a second reading in a row must confirm it.");
}
