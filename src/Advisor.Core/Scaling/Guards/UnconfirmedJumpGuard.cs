using System.Globalization;
using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// One reading far above the ones before it changes nothing: a second one in a row must confirm it. Announced floors go on.
/// </summary>
internal sealed class UnconfirmedJumpGuard : Guard
{
    public override string Code => ReasonCodes.UnconfirmedJump;

    public override int AllowedStep(DecisionContext s, int wanted) =>
        s.AwaitsSecondReading ? Math.Max(s.CurrentStep, Math.Min(wanted, TrustedStep.FindAnnounced(s))) : wanted;

    public override bool HasRemark(DecisionContext s) => s.AwaitsSecondReading;

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"One reading needs {s.State.Readings.UnconfirmedUnits:0.0} units, more than two steps above the "
                + $"{s.Observation.Units} in force: "
                + $"a second reading in a row must confirm it."
        );
}
